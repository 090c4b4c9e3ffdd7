import { type Language, timeInWords } from '../../system/languages.ts';

interface MessageWords {
  hello: string;
  ask: string;
  /** `{time}` stands for a weekday, date and time with its zone. */
  until: string;
  own: string;
}

const WORDS: Readonly<Record<Language, MessageWords>> = {
  en: {
    hello: 'Hello,',
    ask: 'Please send us photos for a 3D model. Open this page on your phone; it shows you how, step by step:',
    until: 'The page can be opened until {time}.',
    own: 'It is meant for you alone.',
  },
  es: {
    hello: 'Hola:',
    ask: 'Le pedimos fotos para un modelo 3D. Abra esta página en el teléfono; le indica cómo hacerlo, paso a paso:',
    until: 'La página se puede abrir hasta el {time}.',
    own: 'Es solo para usted.',
  },
  pt: {
    hello: 'Olá,',
    ask: 'Pedimos-lhe fotos para um modelo 3D. Abra esta página no telefone; ela mostra como fazer, passo a passo:',
    until: 'A página pode ser aberta até {time}.',
    own: 'Destina-se apenas a si.',
  },
  de: {
    hello: 'Guten Tag,',
    ask: 'bitte senden Sie uns Fotos für ein 3D-Modell. Öffnen Sie diese Seite auf Ihrem Telefon; sie zeigt Ihnen Schritt für Schritt, wie es geht:',
    until: 'Die Seite lässt sich öffnen bis {time}.',
    own: 'Sie ist nur für Sie bestimmt.',
  },
  fr: {
    hello: 'Bonjour,',
    ask: 'Merci de nous envoyer des photos pour un modèle 3D. Ouvrez cette page sur votre téléphone ; elle vous guide pas à pas :',
    until: 'La page peut être ouverte jusqu’au {time}.',
    own: 'Elle n’est destinée qu’à vous.',
  },
  ar: {
    hello: 'مرحبًا،',
    ask: 'نرجو إرسال صور لنموذج ثلاثي الأبعاد. افتح هذه الصفحة على هاتفك، وهي تبيّن لك الطريقة خطوة بخطوة:',
    until: 'يمكن فتح الصفحة حتى {time}.',
    own: 'وهي مخصّصة لك وحدك.',
  },
};

interface LinkMessage {
  link: string;
  language: Language;
  /** Epoch ms, where the service tells it. */
  expiresAt: number | undefined;
  clinic: string | undefined;
}

/** What is sent to a patient beside a link, by e-mail or chat. It names nobody: a message may be read over a shoulder. */
export function linkMessage({ link, language, expiresAt, clinic }: LinkMessage): string {
  const { hello, ask, until, own } = WORDS[language];
  const end = expiresAt === undefined ? [] : [until.replace('{time}', timeInWords(language, expiresAt))];
  return [hello, ask, link, [...end, own].join(' '), ...(clinic === undefined ? [] : [clinic])].join('\n\n');
}
