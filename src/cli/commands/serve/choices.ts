export const LOG_FORMATS = ['text', 'json'] as const;
export const ROLES = ['all', 'api', 'worker'] as const;
