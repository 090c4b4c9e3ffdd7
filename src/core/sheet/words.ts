import type { Language } from '../../system/languages.ts';

/** What a printed sheet with a link says. */
export interface SheetWords {
  title: string;
  /** What to do, one after another. */
  steps: readonly [string, string, string];
  /** `{time}` stands for a date and time. */
  until: string;
  /** Above the link. */
  address: string;
  /** `{id}` stands for the patient's number: it tells two sheets apart at the desk. */
  number: string;
}

export const SHEET_WORDS: Readonly<Record<Language, SheetWords>> = {
  en: {
    title: 'Your photos for a 3D model',
    steps: [
      'Point the camera of your phone at the code and open the page.',
      'Take one photo after another, as the page shows you.',
      'Look at all of them once more and send them.',
    ],
    until: 'The page can be opened until {time}.',
    address: 'Without a camera, type this address into a browser:',
    number: 'No. {id}',
  },
  es: {
    title: 'Sus fotos para un modelo 3D',
    steps: [
      'Apunte con la cámara del teléfono al código y abra la página.',
      'Haga una foto tras otra, como le indica la página.',
      'Revise todas las fotos y envíelas.',
    ],
    until: 'La página se puede abrir hasta el {time}.',
    address: 'Sin cámara, escriba esta dirección en un navegador:',
    number: 'N.º {id}',
  },
  pt: {
    title: 'As suas fotos para um modelo 3D',
    steps: [
      'Aponte a câmara do telefone para o código e abra a página.',
      'Tire uma foto após a outra, como a página indica.',
      'Veja todas as fotos mais uma vez e envie-as.',
    ],
    until: 'A página pode ser aberta até {time}.',
    address: 'Sem câmara, escreva este endereço num navegador:',
    number: 'N.º {id}',
  },
  de: {
    title: 'Ihre Fotos für ein 3D-Modell',
    steps: [
      'Richten Sie die Kamera Ihres Telefons auf den Code und öffnen Sie die Seite.',
      'Nehmen Sie ein Foto nach dem anderen auf, wie die Seite es zeigt.',
      'Sehen Sie alle Fotos noch einmal an und senden Sie sie.',
    ],
    until: 'Die Seite lässt sich öffnen bis {time}.',
    address: 'Ohne Kamera geben Sie diese Adresse in einem Browser ein:',
    number: 'Nr. {id}',
  },
  fr: {
    title: 'Vos photos pour un modèle 3D',
    steps: [
      'Dirigez l’appareil photo de votre téléphone vers le code et ouvrez la page.',
      'Prenez les photos l’une après l’autre, comme la page vous le montre.',
      'Regardez encore une fois toutes les photos et envoyez-les.',
    ],
    until: 'La page peut être ouverte jusqu’au {time}.',
    address: 'Sans appareil photo, tapez cette adresse dans un navigateur :',
    number: 'N° {id}',
  },
  ar: {
    title: 'صورك لنموذج ثلاثي الأبعاد',
    steps: [
      'وجّه كاميرا هاتفك نحو الرمز وافتح الصفحة.',
      'التقط الصور واحدة بعد الأخرى كما تبيّن لك الصفحة.',
      'راجع جميع الصور مرة أخرى ثم أرسلها.',
    ],
    until: 'يمكن فتح الصفحة حتى {time}.',
    address: 'من دون كاميرا، اكتب هذا العنوان في المتصفح:',
    number: 'رقم {id}',
  },
};
