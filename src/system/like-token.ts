/** One long word of letters and digits, as a token is, alone or behind `=`: nothing tells it again. */
export const isLikeToken = (text: string): boolean =>
  /(^|=)(?=[^=]*\d)(?=[^=]*[a-z])[\w-]{20,}(\.[\w-]+)*$/i.test(text);
