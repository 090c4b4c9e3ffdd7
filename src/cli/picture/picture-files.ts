// Terminals that take a whole picture file. Both draw it from the cursor on, so many rows high.

/** A piece of kitty's protocol holds at most this much. */
const MOST_IN_PIECE = 4096;

/** kitty and those like it. A picture of the same `id` replaces the one before. */
export function kittyPicture(png: Uint8Array, rows: number, id: number): string {
  const pieces =
    Buffer.from(png)
      .toString('base64')
      .match(new RegExp(`.{1,${MOST_IN_PIECE}}`, 'g')) ?? [];
  return pieces
    .map((piece, at) => {
      // q=2: no answer, which nobody would read.
      const head = at === 0 ? `a=T,f=100,q=2,C=1,i=${id},p=1,r=${rows},` : '';
      return `\u001b_G${head}m=${at < pieces.length - 1 ? 1 : 0};${piece}\u001b\\`;
    })
    .join('');
}

/** Takes it away, which clearing the letters does not. */
export const kittyErase = (id: number): string => `\u001b_Ga=d,d=I,i=${id},q=2\u001b\\`;

/** iTerm2 and those like it. */
export function itermPicture(png: Uint8Array, rows: number): string {
  const file = Buffer.from(png).toString('base64');
  return `\u001b]1337;File=inline=1;size=${png.length};height=${rows};width=auto;preserveAspectRatio=1:${file}\u0007`;
}
