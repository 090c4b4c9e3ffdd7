/** Of a revoked token, for a computer that was lost or given away. */
export const WHAT_STAYS = 'What was downloaded with it stays on its computer, also begun downloads (.part).';
