/** One long word of letters and digits, as a token is, alone or behind `=`: nothing tells it again. */
export const isLikeToken = (text: string): boolean =>
  /(^|=)(?=[^=]*\d)(?=[^=]*[a-z])[\w-]{20,}(\.[\w-]+)*$/i.test(text);

/** Without tokens of our service: who has typed one in the place of a name would read it in the refusal. */
export const withoutTokens = (text: string): string => text.replaceAll(/\brcn_[\w-]{16,}/g, 'rcn_…');
