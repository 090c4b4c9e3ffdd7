/** The first of the set that `i` is in, by the parent of each member; halves the way there for the next one who asks. */
export function rootOf(parent: number[] | Int32Array, i: number): number {
  let at = i;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at]!]!;
    at = parent[at]!;
  }
  return at;
}
