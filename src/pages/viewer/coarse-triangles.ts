/** Of the length of the edges there: vertices in one cell of this size become one. */
const CELL_EDGES = 3;
/** A mesh of so few triangles keeps them all: it is soon drawn, and has no detail to lose. */
const FEW = 12_000;

interface Mesh {
  /** x, y and z of each vertex. */
  positions: ArrayLike<number>;
  normals: ArrayLike<number>;
  /** Three vertices for each triangle. */
  triangles: ArrayLike<number>;
}

/**
 * About a quarter of the triangles, over the same vertices, for pictures of a moment. Where the mesh ends, at its rim or at a
 * seam of its texture, no vertex is moved, so that no hole opens; nor are two sheets joined that face different ways.
 */
export function coarseTriangles({ positions, normals, triangles }: Mesh): Uint32Array {
  if (triangles.length <= FEW * 3) return Uint32Array.from(triangles);
  const { isEnd, lengthAt } = edgesOf(positions, triangles);
  const pieceOf = piecesOf(positions.length / 3, triangles);
  const firstOf = new Map<string, number>();
  const standsFor = Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => {
    if (isEnd[vertex] === 1) return vertex;
    // A few sizes, each twice the next: a face has smaller triangles than a leg.
    const cell = CELL_EDGES * 2 ** Math.round(Math.log2(lengthAt(vertex)));
    const at = [0, 1, 2].map((c) => Math.floor(positions[vertex * 3 + c]! / cell));
    const facing = [0, 1, 2].map((c) => normals[vertex * 3 + c]! < 0);
    const key = `${pieceOf(vertex)} ${cell} ${at.join()} ${facing.join()}`;
    const first = firstOf.get(key) ?? vertex;
    if (first === vertex) firstOf.set(key, vertex);
    return first;
  });
  const left: number[] = [];
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => standsFor[triangles[i + k]!]!) as [number, number, number];
    if (a !== b && b !== c && c !== a) left.push(a, b, c);
  }
  return Uint32Array.from(left);
}

/** Which vertices are at an edge of one triangle only, and how long the edges at a vertex are. */
function edgesOf(positions: ArrayLike<number>, triangles: ArrayLike<number>) {
  const vertices = positions.length / 3;
  const open = new Set<number>();
  const [sums, counts] = [new Float64Array(vertices), new Uint32Array(vertices)];
  for (let i = 0; i < triangles.length; i++) {
    const [from, to] = [triangles[i]!, triangles[i % 3 === 2 ? i - 2 : i + 1]!];
    // The neighbour has the same edge the other way round.
    if (!open.delete(to * vertices + from)) open.add(from * vertices + to);
    sums[from]! += Math.hypot(...[0, 1, 2].map((c) => positions[from * 3 + c]! - positions[to * 3 + c]!));
    counts[from]!++;
  }
  const isEnd = new Uint8Array(vertices);
  for (const edge of open) isEnd[Math.floor(edge / vertices)] = isEnd[edge % vertices] = 1;
  return { isEnd, lengthAt: (vertex: number) => sums[vertex]! / counts[vertex]! };
}

/** Gives for each vertex one that stands for all that triangles join it with: those of one piece of the texture. */
function piecesOf(vertices: number, triangles: ArrayLike<number>): (vertex: number) => number {
  const parent = Uint32Array.from({ length: vertices }, (_, vertex) => vertex);
  const rootOf = (vertex: number): number => {
    let root = vertex;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]!]!;
      root = parent[root]!;
    }
    return root;
  };
  for (let i = 0; i < triangles.length; i += 3) {
    for (let k = 1; k < 3; k++) parent[rootOf(triangles[i + k]!)] = rootOf(triangles[i]!);
  }
  return rootOf;
}
