/** Without tokens of our service: who typed one in the place of a name would read it in the refusal. */
export const withoutTokens = (text: string): string => text.replaceAll(/\brcn_[\w-]{16,}/g, 'rcn_…');
