/** What an access token of our service may do, the least first: each may also do what those before it may. */
export const SCOPES = ['read', 'write', 'admin'] as const;

export type Scope = (typeof SCOPES)[number];

/** True if a token of the first scope may do what needs the second. */
export const includesScope = (has: Scope, needed: Scope): boolean => SCOPES.indexOf(has) >= SCOPES.indexOf(needed);
