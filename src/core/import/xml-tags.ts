/** The opening tags of this name, with any prefix, in XML that programs write. */
export const tags = (xml: string, name: string): string[] =>
  xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, 'g')) ?? [];

/** An attribute as it is written; empty if the tag has none. `name` may be a pattern. */
export const attribute = (tag: string, name: string): string =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(tag)
    ?.slice(1)
    .find((text) => text !== undefined) ?? '';
