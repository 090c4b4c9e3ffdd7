import { PlainError } from './plain-error.ts';

/** A file of the program that shows this page. @throws PlainError with `problem` where it gives none */
export async function read(address: string, problem: string): Promise<Response> {
  const answer = await fetch(address).catch((cause: unknown) => {
    throw new PlainError('the program that showed this page has ended', { cause });
  });
  if (!answer.ok) throw new PlainError(problem);
  return answer;
}
