/** The languages in which patients are spoken to, as `lang` names them. */
export const LANGUAGES = ['en', 'es', 'pt', 'de', 'fr', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** `Sunday, December 6, 2026 at 3:09 AM UTC`: a time of this place with its zone, as a patient may read it in another one. */
export const timeInWords = (language: string, ms: number): string =>
  new Intl.DateTimeFormat(language, {
    ...({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const),
  }).format(ms);
