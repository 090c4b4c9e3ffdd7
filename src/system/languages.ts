/** The languages in which patients are spoken to, as `lang` names them. */
export const LANGUAGES = ['en', 'es', 'pt', 'de', 'fr', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];
