/** The root of the set that contains `i`, by the parent of each member; shortens the path for later calls. */
export function rootOf(parent: number[] | Int32Array, i: number): number {
  let at = i;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at]!]!;
    at = parent[at]!;
  }
  return at;
}
