import { type Kysely, sql } from 'kysely';

/** As `domain/fold.ts` had them then: a migration does not change. */
const LETTERS = { ß: 'ss', ł: 'l', ø: 'o', đ: 'd', ı: 'i', æ: 'ae', œ: 'oe' };

const plain = (column: string) =>
  Object.entries(LETTERS).reduce((text, [letter, written]) => `replace(${text}, '${letter}', '${written}')`, column);

/** Version 0.16.0 kept these letters in what filters compare, so its Łukasz was found by no filter without the letter. */
export async function foldedLetters<Schema>(db: Kysely<Schema>): Promise<void> {
  const [name, email] = [plain('name_folded'), plain('email_folded')];
  await sql
    .raw(
      `update patients set name_folded = ${name}, email_folded = ${email}
        where name_folded <> ${name} or email_folded <> ${email}`,
    )
    .execute(db);
}
