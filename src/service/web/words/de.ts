import type { Words } from './words.ts';

const LIGHT = 'Stellen Sie sich vor eine glatte Wand, in gleichmäßiges Licht, ohne Blitz.';
const DISTANCE = 'Bitten Sie jemanden, die Fotos zu machen: aus etwa zwei Schritten, das Telefon aufrecht.';
const STILL = 'Bleiben Sie für alle Fotos am selben Platz und im selben Licht.';

export const de: Words = {
  language: 'de',
  direction: 'ltr',
  types: {
    face: {
      title: 'Fotos Ihres Gesichts',
      lead: 'Ihre Klinik bittet Sie um Fotos Ihres Gesichts, um ein 3D-Modell davon zu machen.',
      tips: [
        LIGHT,
        'Nehmen Sie Brille und Schmuck ab, und streichen Sie die Haare zurück, damit man die Ohren sieht.',
        'Lassen Sie das Gesicht entspannt und den Mund geschlossen.',
        'Bitten Sie jemanden, die Fotos zu machen: das Telefon aufrecht und auf Höhe Ihrer Augen.',
        STILL,
      ],
      unseen:
        'Die Augen sind nicht zu sehen. Bitte öffnen Sie beide, nehmen Sie die Brille ab, und streichen Sie die Haare aus dem Gesicht.',
      views: {
        front: { title: 'Von vorn', how: 'Schauen Sie gerade in die Kamera. Der ganze Kopf ist im Bild.' },
        left: {
          title: 'Linke Seite',
          how: 'Drehen Sie sich, bis die Kamera nur die linke Seite Ihres Gesichts sieht.',
        },
        right: {
          title: 'Rechte Seite',
          how: 'Drehen Sie sich, bis die Kamera nur die rechte Seite Ihres Gesichts sieht.',
        },
        left_45: {
          title: 'Halbprofil links',
          how: 'Drehen Sie sich halb: Die Kamera sieht Ihre linke Wange und Ihre Nase.',
        },
        right_45: {
          title: 'Halbprofil rechts',
          how: 'Drehen Sie sich halb: Die Kamera sieht Ihre rechte Wange und Ihre Nase.',
        },
        below: {
          title: 'Von unten',
          how: 'Legen Sie den Kopf in den Nacken. Die Kamera sieht Kinn und Nasenlöcher von unten.',
        },
        back: { title: 'Von hinten', how: 'Drehen Sie der Kamera den Rücken zu. Der ganze Kopf ist im Bild.' },
      },
    },
    mammo: {
      title: 'Fotos Ihres Oberkörpers',
      lead: 'Ihre Klinik bittet Sie um Fotos Ihres Oberkörpers, um ein 3D-Modell davon zu machen.',
      tips: [
        LIGHT,
        'Machen Sie den Oberkörper frei, vom Hals bis zur Taille, und nehmen Sie Schmuck ab.',
        'Stehen Sie gerade, die Arme ein wenig vom Körper weg.',
        DISTANCE,
        STILL,
      ],
      unseen:
        'Die Brustwarzen sind nicht zu sehen. Bitte machen Sie das Foto so, dass nichts davor ist und die Arme an den Seiten hängen.',
      views: {
        front: { title: 'Von vorn', how: 'Wenden Sie sich der Kamera zu. Das Bild zeigt Sie vom Kinn bis zur Hüfte.' },
        left: {
          title: 'Linke Seite',
          how: 'Drehen Sie sich, bis die Kamera Ihre linke Seite sieht. Den Arm etwas nach hinten.',
        },
        right: {
          title: 'Rechte Seite',
          how: 'Drehen Sie sich, bis die Kamera Ihre rechte Seite sieht. Den Arm etwas nach hinten.',
        },
        back: { title: 'Von hinten', how: 'Drehen Sie der Kamera den Rücken zu. Derselbe Abstand wie von vorn.' },
      },
    },
    body: {
      title: 'Fotos Ihres ganzen Körpers',
      lead: 'Ihre Klinik bittet Sie um Fotos Ihres ganzen Körpers, um ein 3D-Modell davon zu machen.',
      tips: [
        LIGHT,
        'Tragen Sie eng anliegende Unterwäsche, und stecken Sie lange Haare hoch.',
        'Stehen Sie gerade, die Füße auseinander, die Arme ein wenig vom Körper weg.',
        'Bitten Sie jemanden, die Fotos zu machen: das Telefon aufrecht und weit genug weg, dass man Sie von Kopf bis Fuß sieht.',
        STILL,
      ],
      unseen: 'Etwas, das gebraucht wird, ist nicht zu sehen, zum Beispiel unter Kleidung oder Haaren.',
      views: {
        front: { title: 'Von vorn', how: 'Wenden Sie sich der Kamera zu. Kopf und Füße sind im Bild.' },
        left: { title: 'Linke Seite', how: 'Drehen Sie sich, bis die Kamera Ihre linke Seite sieht.' },
        right: { title: 'Rechte Seite', how: 'Drehen Sie sich, bis die Kamera Ihre rechte Seite sieht.' },
        back: { title: 'Von hinten', how: 'Drehen Sie der Kamera den Rücken zu.' },
      },
    },
  },
  measures: {
    nipple_to_nipple: {
      title: 'Abstand der Brustwarzen',
      how: 'Stehen Sie aufrecht. Messen Sie gerade von der Mitte der einen zur Mitte der anderen, nicht auf der Haut entlang.',
      example: '21,5',
    },
    eye_distance: {
      title: 'Abstand der Pupillen',
      how: 'Schauen Sie in die Ferne. Jemand hält ein Lineal dicht über Ihre Augen und liest den Abstand von der Mitte der einen Pupille zur Mitte der anderen ab. Oft steht es im Brillenpass, als PD: 63 mm dort sind hier 6,3 cm.',
      example: '6,3',
    },
    hipline: {
      title: 'Hüfte',
      how: 'Legen Sie ein Maßband um die breiteste Stelle der Hüfte, ringsum auf gleicher Höhe.',
      example: '96',
    },
  },
  form: {
    notSent: 'Noch nicht gesendet: {title}',
    asked: 'Fotos: {photos}. Maße: {measures}.',
    once: 'Sie können diese Seite einmal benutzen.',
    until: 'Sie funktioniert bis {time}.',
    before: 'Bevor Sie beginnen',
    photos: 'Ihre Fotos',
    formats: 'Ein scharfes Foto von jedem Telefon ist gut: JPEG, PNG oder WebP, je bis zu {mb} MB.',
    measure: 'Ein Maß',
    measures: 'Maße',
    inCm: '{title}, in cm',
    optional: '(freiwillig)',
    mayBeEmpty: 'Lassen Sie es leer, wenn Sie es nicht wissen.',
    send: 'Senden',
    privacy:
      'Ihre Fotos gehen nur an Ihre Klinik, über diese Seite. Ort, Zeit und Angaben der Kamera, die das Telefon vielleicht hineingeschrieben hat, werden herausgenommen.',
    agree:
      'Wenn Sie sie senden, sind Sie einverstanden, dass Ihre Klinik Ihre Fotos aufbewahrt und daraus ein 3D-Modell von Ihnen macht.',
    sendButton: 'An meine Klinik senden',
    keepOpen:
      'Das Senden kann ein, zwei Minuten dauern. Bitte lassen Sie diese Seite offen, bis sie sagt, dass alles angekommen ist.',
    lookAtOne: 'Noch nicht gesendet: Bitte sehen Sie eine Stelle an',
    lookAtMany: 'Noch nicht gesendet: Bitte sehen Sie {count} Stellen an',
    chooseAgain: 'Ihr Browser behält gewählte Fotos nicht; bitte wählen Sie alle noch einmal.',
    typedStays: 'Was Sie geschrieben haben, steht noch da.',
    sorry: 'Das hat leider nicht geklappt. Bitte versuchen Sie es noch einmal.',
    photoProblem: 'Dieses Foto kann nicht verwendet werden. Bitte wählen Sie ein anderes.',
    fieldProblem: 'Dieses Formular ist nicht lesbar. Bitte öffnen Sie den Link noch einmal.',
    formProblem: 'Dieses Formular kann nicht verwendet werden. Bitte fragen Sie Ihre Klinik nach einem neuen Link.',
    noPhoto: 'Bitte wählen Sie dieses Foto.',
    noMeasure: 'Bitte tragen Sie dieses Maß ein.',
    notALength: '„{text}“ kann keine Länge in Zentimetern sein. Bitte schreiben Sie sie so: {example}.',
  },
  thanks: {
    title: 'Danke',
    arrived: 'Alles ist angekommen. Ihre Klinik hat jetzt Ihre Fotos und macht daraus das 3D-Modell.',
    nothingMore:
      'Sie müssen nichts weiter tun und können diese Seite schließen. Wird noch ein Foto gebraucht, schickt Ihre Klinik Ihnen einen neuen Link.',
    see: 'Ansehen, wie weit das Modell ist',
  },
  gone: {
    title: 'Dieser Link funktioniert nicht mehr',
    used: 'Ein solcher Link kann einmal benutzt werden, und nur für begrenzte Zeit. Wenn Sie Ihre Fotos schon damit gesendet haben, sind sie angekommen und alles ist gut.',
    ask: 'Sonst bitten Sie Ihre Klinik um einen neuen Link, und achten Sie darauf, dass Sie ihn ganz öffnen.',
  },
  wait: {
    title: 'Bitte warten Sie eine Minute',
    many: 'Von dort, wo Sie sind, wurden viele Links geöffnet, die nicht mehr funktionieren.',
    again:
      'Bitte warten Sie eine Minute, öffnen Sie dann den Link Ihrer Klinik noch einmal, und achten Sie darauf, dass Sie ihn ganz öffnen.',
  },
  busy: {
    title: 'Im Moment leider nicht',
    working: 'Ihre Klinik arbeitet gerade mit Fotos von Ihnen; andere können jetzt nicht angenommen werden.',
    later:
      'Bitte öffnen Sie diesen Link in einigen Minuten noch einmal. Sehen Sie dann wieder diese Seite, fragen Sie bitte Ihre Klinik.',
  },
  accepted: {
    title: 'Es werden keine Fotos mehr gebraucht',
    enough:
      'Ihre Klinik hat für dieses 3D-Modell alles, was sie braucht. Sie müssen nichts tun, und über diesen Link werden keine Fotos angenommen.',
    ask: 'Wenn Sie nicht sicher sind, rufen Sie bitte Ihre Klinik an.',
  },
  sent: {
    title: 'Danke',
    going:
      'Ihre Fotos sind angekommen. Das 3D-Modell wird gemacht; das dauert höchstens einige Minuten. Sie können bleiben oder gehen.',
    ready: 'Ihr 3D-Modell ist fertig. Ihre Klinik hat es auch und spricht mit Ihnen darüber.',
    failed:
      'Aus diesen Fotos konnte kein 3D-Modell gemacht werden. Ihre Klinik sieht das und sagt Ihnen, was zu tun ist.',
    turn: 'Das Modell drehen',
    private:
      'Diese Seite ist einen Tag lang zu sehen, nur unter dieser Adresse. Schließen Sie sie, wo andere sie sehen könnten.',
  },
  page: {
    start: 'Beginnen',
    onPhone:
      'Bis ein Foto angekommen ist, wartet es auf diesem Telefon; danach wird es dort gelöscht. Endet der Link vorher, wird gelöscht, was noch wartet, sobald Sie ihn wieder öffnen.',
    agree: 'Ich bin einverstanden, dass meine Klinik diese Fotos aufbewahrt und daraus ein 3D-Modell von mir macht.',
    agreeFirst: 'Bitte kreuzen Sie an, dass Sie einverstanden sind, oder schließen Sie diese Seite.',
    photoOf: 'Foto {number} von {count}',
    measureStep: 'Maße',
    next: 'Weiter',
    back: 'Zurück',
    choosePhoto: 'Foto machen oder wählen',
    anotherPhoto: 'Noch einmal machen',
    openCamera: 'Die Kamera auf dieser Seite benutzen',
    cameraWhy: 'Ihr Telefon fragt, ob diese Seite die Kamera benutzen darf. Sie wird nur für diese Fotos benutzt.',
    shoot: 'Foto machen',
    closeCamera: 'Kamera schließen',
    noCamera: 'Die Kamera kann auf dieser Seite nicht benutzt werden. Bitte benutzen Sie den anderen Knopf.',
    yourPhoto: 'Ihr Foto',
    looking: 'Das Foto wird angesehen…',
    looksGood: 'Dieses Foto ist gut.',
    mayBetter: 'Dieses Foto könnte besser sein:',
    goOnAnyway:
      'Machen Sie es bitte noch einmal, wenn Sie können: Mit diesem entsteht vielleicht kein 3D-Modell. Oder gehen Sie damit weiter.',
    noModel: 'Mit diesem Foto entsteht kein 3D-Modell:',
    takeAgain: 'Bitte machen Sie es noch einmal.',
    keptAlready: 'Dieses Foto ist schon bei Ihrer Klinik angekommen.',
    notAPhoto: 'Diese Datei ist kein Foto, das verwendet werden kann. Bitte wählen Sie eine andere.',
    tooLarge: 'Dieses Foto ist größer als {mb} MB. Bitte wählen Sie ein kleineres.',
    samePhoto: 'Das ist dasselbe Foto wie „{view}“. Jedes muss ein eigenes sein.',
    refusedPhoto: 'Dieses Foto kann nicht verwendet werden. Bitte machen oder wählen Sie ein anderes.',
    refusals: {
      heic: 'Dieses Foto hat das Format HEIC, das hier nicht verwendet werden kann. Auf einem iPhone: Einstellungen, Kamera, Formate, „Maximale Kompatibilität“. Auf Android: in den Einstellungen der Kamera „HEIF“ oder „Bilder mit hoher Effizienz“ ausschalten. Dann machen Sie es bitte noch einmal.',
      other_format:
        'Diese Datei hat ein Format, das nicht verwendet werden kann. Bitte wählen Sie ein Foto in JPEG, PNG oder WebP.',
      small: 'Dieses Foto ist zu klein. Bitte nehmen Sie es, wie die Kamera es gemacht hat, keine verkleinerte Kopie.',
      large:
        'Dieses Foto hat zu viele Bildpunkte. Bitte stellen Sie die Kamera kleiner ein, und machen Sie es noch einmal.',
      damaged:
        'Dieses Foto ist beschädigt oder nicht vollständig. Bitte machen Sie es noch einmal, oder wählen Sie ein anderes.',
      same_picture: 'Das ist dasselbe Bild wie ein anderes Ihrer Fotos. Jedes muss ein eigenes sein.',
    },
    warnings: {
      lies_on_its_side: 'Es liegt auf der Seite. Bitte halten Sie das Telefon hochkant, und machen Sie es noch einmal.',
      photo_not_recognised: 'Darauf ist niemand so zu erkennen wie in der Zeichnung.',
      wrong_view: 'Es scheint Sie von einer anderen Seite zu zeigen. Bitte drehen Sie sich wie in der Zeichnung.',
      views_swapped: 'Linke und rechte Seite sind vielleicht vertauscht.',
      views_inconsistent: 'Es passt nicht zu den anderen Fotos. Bitte behalten Sie Haltung und Platz bei.',
      background_not_plain: 'Der Hintergrund ist unruhig. Bitte stellen Sie sich vor eine glatte Wand.',
      blurred: 'Es ist nicht scharf. Bitte halten Sie das Telefon still und lassen Sie es scharf stellen.',
      cut_off:
        'Ein Teil von Ihnen ist nicht im Bild. Bitte lassen Sie die Kamera alles sehen, was die Zeichnung zeigt.',
      measure_implausible: 'Das Maß passt nicht zu den Fotos. Bitte messen Sie noch einmal.',
      exposure: 'Es ist viel zu dunkel oder viel zu hell.',
      small: 'Es ist klein. Bitte nehmen Sie das Foto, wie die Kamera es gemacht hat, keine verkleinerte Kopie.',
      dark: 'Es ist dunkel. Bitte machen Sie Licht oder gehen Sie näher an ein Fenster.',
    },
    lookingAtAll: 'Alle Fotos werden zusammen angesehen…',
    goTogether: 'Ihre Fotos passen gut zusammen.',
    notTogether:
      'Die Fotos scheinen nicht zusammenzupassen. Bitte prüfen Sie, ob Haltung, Platz und Licht auf allen gleich sind.',
    sendAnyway:
      'Ändern Sie bitte, was genannt ist, wenn Sie können: Sonst entsteht vielleicht kein 3D-Modell. Oder senden Sie alle so, wie sie sind.',
    noModelAsItIs: 'So, wie es ist, entsteht kein 3D-Modell. Bitte ändern Sie, was genannt ist.',
    askFirst:
      'So, wie es ist, entsteht kein 3D-Modell, und Ihre Klinik müsste Sie noch einmal um Fotos bitten. Möchten Sie zuerst ändern, was genannt ist?',
    changeFirst: 'Zuerst ändern',
    sendAllTheSame: 'Trotzdem senden',
    noMeasure: 'Bitte tragen Sie dieses Maß ein.',
    notALength: 'Bitte schreiben Sie eine Länge in Zentimetern, etwa {example}.',
    otherUnit: 'Bitte schreiben Sie Zentimeter: Meinen Sie {example} cm?',
    cm: 'cm',
    check: 'Prüfen und senden',
    arrived: 'ist angekommen',
    waiting: 'ist unterwegs',
    missing: 'fehlt',
    change: 'Ändern',
    send: 'An meine Klinik senden',
    sending: 'Wird gesendet… Bitte lassen Sie diese Seite offen.',
    offline: 'Im Moment gibt es keine Verbindung. Es geht von selbst weiter.',
    staysHere: 'Bis dahin warten Ihre Fotos auf diesem Telefon, auch wenn diese Seite geschlossen wird.',
    leaveOpen:
      'Dieses Telefon kann Ihre Fotos nicht behalten. Bitte lassen Sie diese Seite offen, bis sie angekommen sind.',
    busy: 'Ihre Klinik arbeitet gerade mit Fotos von Ihnen. Es wird von selbst noch einmal versucht.',
    notNow:
      'Ihre Klinik kann diese Fotos im Moment nicht annehmen. Bitte sagen Sie es ihr; es wird von selbst noch einmal versucht.',
    photosChanged:
      'Die angekommenen Fotos sind nicht mehr die, die hier zu sehen waren. Bitte sehen Sie jedes noch einmal an, und senden Sie dann.',
    sendFailed: 'Es konnte nicht gesendet werden. Bitte versuchen Sie es noch einmal.',
  },
};
