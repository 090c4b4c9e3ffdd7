import type { Words } from './words.ts';

const LIGHT = 'Placez-vous devant un mur uni, dans une lumière uniforme, sans flash.';
const DISTANCE = 'Demandez à quelqu’un de prendre les photos, à environ deux pas, le téléphone à la verticale.';
const STILL = 'Gardez la même place et la même lumière pour toutes les photos.';

export const fr: Words = {
  language: 'fr',
  direction: 'ltr',
  types: {
    face: {
      title: 'Photos de votre visage',
      lead: 'Votre clinique vous demande des photos de votre visage, pour en faire un modèle 3D.',
      tips: [
        LIGHT,
        'Enlevez lunettes et bijoux, et dégagez vos cheveux pour que l’on voie les oreilles.',
        'Gardez le visage détendu et la bouche fermée.',
        'Demandez à quelqu’un de prendre les photos, le téléphone à la verticale et à la hauteur de vos yeux.',
        STILL,
      ],
      unseen: 'Les yeux ne se voient pas. Ouvrez les deux, enlevez vos lunettes et dégagez vos cheveux.',
      views: {
        front: { title: 'De face', how: 'Regardez droit vers l’appareil. Toute la tête est sur la photo.' },
        left: {
          title: 'Côté gauche',
          how: 'Tournez-vous jusqu’à ce que l’appareil ne voie que le côté gauche de votre visage.',
        },
        right: {
          title: 'Côté droit',
          how: 'Tournez-vous jusqu’à ce que l’appareil ne voie que le côté droit de votre visage.',
        },
        left_45: {
          title: 'Trois quarts gauche',
          how: 'Tournez-vous de trois quarts : l’appareil voit votre joue gauche et votre nez.',
        },
        right_45: {
          title: 'Trois quarts droit',
          how: 'Tournez-vous de trois quarts : l’appareil voit votre joue droite et votre nez.',
        },
        below: {
          title: 'D’en bas',
          how: 'Penchez la tête en arrière. L’appareil voit le menton et les narines d’en bas.',
        },
        back: { title: 'De dos', how: 'Tournez le dos à l’appareil. Toute la tête est sur la photo.' },
      },
    },
    mammo: {
      title: 'Photos du haut de votre corps',
      lead: 'Votre clinique vous demande des photos du haut de votre corps, pour en faire un modèle 3D.',
      tips: [
        LIGHT,
        'Découvrez le haut du corps, du cou à la taille, et enlevez les bijoux.',
        'Gardez le dos droit, les bras un peu écartés du corps.',
        DISTANCE,
        STILL,
      ],
      unseen: 'Les mamelons ne se voient pas. Veuillez prendre la photo sans rien devant, les bras le long du corps.',
      views: {
        front: { title: 'De face', how: 'Face à l’appareil. La photo vous montre du menton aux hanches.' },
        left: {
          title: 'Côté gauche',
          how: 'Tournez-vous jusqu’à ce que l’appareil voie votre côté gauche. Le bras un peu en arrière.',
        },
        right: {
          title: 'Côté droit',
          how: 'Tournez-vous jusqu’à ce que l’appareil voie votre côté droit. Le bras un peu en arrière.',
        },
        back: { title: 'De dos', how: 'Tournez le dos à l’appareil. À la même distance que de face.' },
      },
    },
    body: {
      title: 'Photos de tout votre corps',
      lead: 'Votre clinique vous demande des photos de tout votre corps, pour en faire un modèle 3D.',
      tips: [
        LIGHT,
        'Portez des sous-vêtements près du corps, et relevez les cheveux longs.',
        'Gardez le dos droit, les pieds écartés, les bras un peu écartés du corps.',
        'Demandez à quelqu’un de prendre les photos, le téléphone à la verticale et assez loin pour vous voir de la tête aux pieds.',
        STILL,
      ],
      unseen: 'Une partie nécessaire ne se voit pas, par exemple sous les vêtements ou les cheveux.',
      views: {
        front: { title: 'De face', how: 'Face à l’appareil. La tête et les pieds sont sur la photo.' },
        left: { title: 'Côté gauche', how: 'Tournez-vous jusqu’à ce que l’appareil voie votre côté gauche.' },
        right: { title: 'Côté droit', how: 'Tournez-vous jusqu’à ce que l’appareil voie votre côté droit.' },
        back: { title: 'De dos', how: 'Tournez le dos à l’appareil.' },
      },
    },
  },
  measures: {
    nipple_to_nipple: {
      title: 'Distance entre les mamelons',
      how: 'Debout, le dos droit. Mesurez en ligne droite du milieu de l’un au milieu de l’autre, sans suivre la peau.',
      example: '21,5',
    },
    eye_distance: {
      title: 'Distance entre les pupilles',
      how: 'Regardez au loin. Quelqu’un tient une règle juste au-dessus de vos yeux et lit du milieu d’une pupille au milieu de l’autre. Elle est souvent notée sur l’ordonnance des lunettes, sous le nom EP ou PD : 63 mm là-bas font 6,3 cm ici.',
      example: '6,3',
    },
    hipline: {
      title: 'Hanches',
      how: 'Passez un mètre ruban autour de la partie la plus large des hanches, à la même hauteur partout.',
      example: '96',
    },
  },
  form: {
    notSent: 'Pas encore envoyé : {title}',
    asked: 'Photos : {photos}. Mesures : {measures}.',
    once: 'Vous pouvez utiliser cette page une fois.',
    until: 'Elle fonctionne jusqu’au {time}.',
    before: 'Avant de commencer',
    photos: 'Vos photos',
    formats: 'Une photo nette de n’importe quel téléphone convient : JPEG, PNG ou WebP, jusqu’à {mb} Mo chacune.',
    measure: 'Une mesure',
    measures: 'Mesures',
    inCm: '{title}, en cm',
    optional: '(facultatif)',
    mayBeEmpty: 'Laissez vide si vous ne le savez pas.',
    send: 'Envoyer',
    privacy:
      'Vos photos ne vont qu’à votre clinique, par cette page. Le lieu, l’heure et les données de l’appareil que le téléphone a pu y écrire sont enlevés.',
    agree: 'En les envoyant, vous acceptez que votre clinique garde vos photos et en fasse un modèle 3D de vous.',
    sendButton: 'Envoyer à ma clinique',
    keepOpen:
      'L’envoi peut prendre une ou deux minutes. Gardez cette page ouverte jusqu’à ce qu’elle dise que tout est arrivé.',
    lookAtOne: 'Pas encore envoyé : veuillez regarder un point',
    lookAtMany: 'Pas encore envoyé : veuillez regarder {count} points',
    chooseAgain: 'Votre navigateur ne garde pas les photos choisies ; veuillez toutes les choisir de nouveau.',
    typedStays: 'Ce que vous avez écrit est toujours là.',
    sorry: 'Désolé, cela n’a pas fonctionné. Veuillez réessayer.',
    photoProblem: 'Cette photo ne peut pas être utilisée. Veuillez en choisir une autre.',
    fieldProblem: 'Ce formulaire n’est pas lisible. Veuillez ouvrir le lien de nouveau.',
    formProblem: 'Ce formulaire ne peut pas être utilisé. Veuillez demander un nouveau lien à votre clinique.',
    noPhoto: 'Veuillez choisir cette photo.',
    noMeasure: 'Veuillez écrire cette mesure.',
    notALength: '« {text} » ne peut pas être une longueur en centimètres. Écrivez-la ainsi : {example}.',
  },
  thanks: {
    title: 'Merci',
    arrived: 'Tout est arrivé. Votre clinique a maintenant vos photos et en fait le modèle 3D.',
    nothingMore:
      'Vous n’avez plus rien à faire et pouvez fermer cette page. S’il faut une autre photo, votre clinique vous enverra un nouveau lien.',
    see: 'Voir où en est le modèle',
  },
  gone: {
    title: 'Ce lien ne fonctionne plus',
    used: 'Un tel lien peut être utilisé une fois, et seulement pendant un temps limité. Si vous avez déjà envoyé vos photos avec lui, elles sont arrivées et tout va bien.',
    ask: 'Sinon, demandez un nouveau lien à votre clinique et vérifiez que vous l’avez ouvert en entier.',
  },
  wait: {
    title: 'Veuillez attendre une minute',
    many: 'De là où vous êtes, beaucoup de liens qui ne fonctionnent plus ont été ouverts.',
    again:
      'Attendez une minute, puis ouvrez de nouveau le lien de votre clinique et vérifiez que vous l’avez ouvert en entier.',
  },
  busy: {
    title: 'Pas maintenant, s’il vous plaît',
    working: 'Votre clinique travaille en ce moment avec des photos de vous et ne peut pas en recevoir d’autres.',
    later:
      'Ouvrez de nouveau ce lien dans quelques minutes. Si vous revoyez alors cette page, veuillez contacter votre clinique.',
  },
  accepted: {
    title: 'Il ne faut plus de photos',
    enough:
      'Votre clinique a ce qu’il lui faut pour ce modèle 3D. Vous n’avez rien à faire, et ce lien ne reçoit pas de photos.',
    ask: 'En cas de doute, veuillez appeler votre clinique.',
  },
  sent: {
    title: 'Merci',
    going:
      'Vos photos sont arrivées. Le modèle 3D est en cours ; cela prend quelques minutes au plus. Vous pouvez rester ou partir.',
    ready: 'Votre modèle 3D est prêt. Votre clinique l’a aussi et vous en parlera.',
    failed: 'Le modèle 3D n’a pas pu être fait à partir de ces photos. Votre clinique le voit et vous dira quoi faire.',
    turn: 'Tourner le modèle',
    private:
      'Cette page est visible pendant un jour, à cette adresse seulement. Fermez-la là où d’autres pourraient la voir.',
  },
  page: {
    start: 'Commencer',
    onPhone:
      'Tant qu’une photo n’est pas arrivée, elle attend sur ce téléphone ; elle en est ensuite effacée. Si le lien prend fin avant, ce qui attend est effacé la prochaine fois que vous l’ouvrez.',
    agree: 'J’accepte que ma clinique garde ces photos et en fasse un modèle 3D de moi.',
    agreeFirst: 'Veuillez cocher la case si vous acceptez, ou fermer cette page.',
    photoOf: 'Photo {number} sur {count}',
    measureStep: 'Mesures',
    next: 'Suivant',
    back: 'Retour',
    choosePhoto: 'Prendre ou choisir une photo',
    anotherPhoto: 'En prendre une autre',
    openCamera: 'Utiliser l’appareil photo sur cette page',
    cameraWhy: 'Votre téléphone demande si cette page peut utiliser l’appareil photo. Il ne sert que pour ces photos.',
    shoot: 'Prendre la photo',
    closeCamera: 'Fermer l’appareil photo',
    noCamera: 'L’appareil photo ne peut pas être utilisé sur cette page. Veuillez utiliser l’autre bouton.',
    yourPhoto: 'Votre photo',
    looking: 'Vérification de la photo…',
    looksGood: 'Cette photo est bonne.',
    mayBetter: 'Cette photo pourrait être meilleure :',
    goOnAnyway:
      'Refaites-la si vous pouvez : avec celle-ci, le modèle 3D ne se fera peut-être pas. Ou continuez avec elle.',
    noModel: 'Avec cette photo, le modèle 3D ne pourra pas se faire :',
    takeAgain: 'Veuillez la refaire.',
    keptAlready: 'Cette photo est déjà arrivée à votre clinique.',
    notAPhoto: 'Ce fichier n’est pas une photo utilisable. Veuillez en choisir un autre.',
    tooLarge: 'Cette photo dépasse {mb} Mo. Veuillez en choisir une plus petite.',
    samePhoto: 'C’est la même photo que « {view} ». Chacune doit être différente.',
    refusedPhoto: 'Cette photo ne peut pas être utilisée. Veuillez en prendre ou en choisir une autre.',
    refusals: {
      heic: 'Cette photo est au format HEIC, qui n’est pas utilisable ici. Sur un iPhone : Réglages, Appareil photo, Formats, « Le plus compatible ». Sur Android : désactivez « HEIF » ou « photos haute efficacité » dans les réglages de l’appareil photo. Reprenez ensuite la photo.',
      other_format: 'Ce fichier a un format qui n’est pas utilisable. Veuillez choisir une photo JPEG, PNG ou WebP.',
      small: 'Cette photo est trop petite. Veuillez utiliser celle que l’appareil a prise, pas une copie réduite.',
      large: 'Cette photo a trop de pixels. Veuillez régler l’appareil sur une taille plus petite et la reprendre.',
      damaged: 'Cette photo est abîmée ou incomplète. Veuillez la reprendre ou en choisir une autre.',
      same_picture: 'C’est la même image qu’une autre de vos photos. Chacune doit être différente.',
    },
    warnings: {
      lies_on_its_side: 'Elle est couchée sur le côté. Tenez le téléphone à la verticale et reprenez-la.',
      photo_not_recognised: 'On n’y reconnaît personne comme sur le dessin.',
      wrong_view: 'Elle semble vous montrer d’un autre côté. Tournez-vous comme sur le dessin.',
      views_swapped: 'Le côté gauche et le côté droit ont peut-être été échangés.',
      views_inconsistent: 'Elle ne va pas avec les autres photos. Gardez votre posture et votre place.',
      background_not_plain: 'Le fond n’est pas uni. Placez-vous devant un mur uniforme.',
      blurred: 'Elle n’est pas nette. Tenez le téléphone immobile et laissez-le faire la mise au point.',
      cut_off: 'Une partie de votre corps est hors du cadre. Laissez l’appareil voir tout ce que montre le dessin.',
      measure_implausible: 'La mesure ne va pas avec les photos. Veuillez mesurer encore une fois.',
      exposure: 'Elle est beaucoup trop sombre ou trop claire.',
      small: 'Elle est petite. Utilisez la photo telle que l’appareil l’a prise, pas une copie réduite.',
      dark: 'Elle est sombre. Allumez une lampe ou approchez-vous d’une fenêtre.',
    },
    lookingAtAll: 'Vérification de toutes les photos ensemble…',
    goTogether: 'Vos photos vont bien ensemble.',
    notTogether:
      'Les photos ne semblent pas aller ensemble. Vérifiez que la posture, la place et la lumière sont les mêmes sur toutes.',
    sendAnyway:
      'Changez ce qui est indiqué si vous pouvez : sinon, le modèle 3D ne se fera peut-être pas. Ou envoyez-les telles quelles.',
    noModelAsItIs: 'En l’état, le modèle 3D ne pourra pas se faire. Veuillez changer ce qui est indiqué.',
    askFirst:
      'En l’état, le modèle 3D ne pourra pas se faire, et votre clinique devrait vous redemander des photos. Voulez-vous d’abord changer ce qui est indiqué ?',
    changeFirst: 'Changer d’abord',
    sendAllTheSame: 'Envoyer quand même',
    noMeasure: 'Veuillez écrire cette mesure.',
    notALength: 'Veuillez écrire une longueur en centimètres, comme {example}.',
    otherUnit: 'Veuillez écrire des centimètres : voulez-vous dire {example} cm ?',
    cm: 'cm',
    check: 'Vérifier et envoyer',
    arrived: 'est arrivée',
    waiting: 'est en route',
    missing: 'manque',
    change: 'Changer',
    send: 'Envoyer à ma clinique',
    sending: 'Envoi… Gardez cette page ouverte, s’il vous plaît.',
    offline: 'Il n’y a pas de connexion en ce moment. Tout reprendra automatiquement.',
    staysHere: 'D’ici là, vos photos attendent sur ce téléphone, même si cette page est fermée.',
    leaveOpen:
      'Ce téléphone ne peut pas garder vos photos. Veuillez laisser cette page ouverte jusqu’à ce qu’elles soient arrivées.',
    busy: 'Votre clinique travaille en ce moment avec des photos de vous. Un nouvel essai se fera automatiquement.',
    notNow:
      'Votre clinique ne peut pas recevoir ces photos en ce moment. Veuillez le lui dire ; un nouvel essai se fera automatiquement.',
    photosChanged:
      'Les photos arrivées ne sont plus celles montrées ici. Veuillez regarder chacune encore une fois, puis envoyer.',
    sendFailed: 'L’envoi n’a pas réussi. Veuillez réessayer.',
  },
};
