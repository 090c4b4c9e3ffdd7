/** What a person is told of an operation: what was asked for, whether or not it was done. */
const DEEDS: Readonly<Record<string, string>> = {
  'GET /patients': 'list patients',
  'POST /patients': 'create patient',
  'GET /patients/:id': 'read record',
  'PUT /patients/:id': 'change record',
  'PUT /recon/patients/:id': 'change record',
  'DELETE /patients/:id': 'delete patient',
  'POST /patients/:id/after': 'create after-record',
  'GET /patients/:id/download': 'download model',
  'GET /recon/patients/:id/afters/:number/download': 'download after-record',
  'GET /recon/patients/:id/failure': 'ask why model failed',
  'POST /patients/:id/transfer/:target_surgeon_id': 'transfer patient',
  'POST /recon/patients/:id/give-back': 'give patient back',
  'PUT /recon/patients/:id/accepted/:type': 'accept model',
  'DELETE /recon/patients/:id/accepted/:type': 'take acceptance back',
  'POST /recon/patients/:id/simulations': 'save simulation',
  'DELETE /recon/patients/:id/simulations/:simulation': 'delete simulation',
  'GET /recon/patients/:id/simulation-lines': 'read lines of simulations',
  'GET /patients/:id/invitation': 'make photo link',
  'GET /recon/patients/:id/invitations': 'look at photo links',
  'DELETE /recon/patients/:id/invitations/:type': 'revoke photo link',
  'GET /recon/invitations': 'list photo links',
  'GET /recon/surgeons': 'list accounts',
  'GET /recon/doctor': 'check the service',
  'GET /recon/room': 'read how much room is left',
  'GET /images/:owner/:file': 'see picture',
  'GET /images/:owner/:file/thumb': 'see small picture',
  'GET /invitations/:secret': 'open photo link',
  'POST /invitations/:secret': 'send photos by link',
  'GET /invitations/:secret/photos': 'look at photos of link',
  'PUT /invitations/:secret/photos/:view': 'send photo by link',
  'GET /invitations/:secret/photos/:view/look': 'check photo of link',
  'POST /invitations/:secret/look': 'check photos of link',
  'POST /invitations/:secret/send': 'finish photo link',
  'GET /sent/:owner/:reconstruction': 'ask for model by link',
  'GET /pages/:file': 'load page of link',
  'GET /openapi.json': 'read API document',
  serve: 'make token at start',
  'accounts add': 'make account',
  'accounts update': 'change account',
  'accounts disable': 'disable account',
  'accounts enable': 'enable account',
  'accounts token': 'replace token',
  'accounts tokens add': 'make token',
  'accounts tokens revoke': 'revoke token',
};

/** An operation as it stands in a record, maybe with whom it concerned → words for a table; others as they are. */
export function deedText(operation: string): string {
  const [name = '', ...about] = operation.split(TARGET);
  return [DEEDS[name] ?? name, ...about].join(TARGET);
}

/** Stands between an operation and the account that it concerned. */
export const TARGET = ' → ';

const OUTCOMES: Readonly<Record<number, string>> = {
  400: 'refused: request not valid',
  401: 'refused: no valid token',
  403: 'refused: no access',
  404: 'refused: not found',
  405: 'refused: no such operation',
  408: 'failed: too slow',
  409: 'refused: not possible now',
  413: 'refused: too large',
  415: 'refused: body of another type',
  422: 'refused: data not valid',
  429: 'refused: too often',
  500: 'failed: fault of the service',
  503: 'failed: not available',
};

/** Why it was refused, where the line tells more than the status. */
const REASONS: Readonly<Record<string, string>> = {
  absent: 'refused: no token',
  unknown: 'refused: token not valid',
  disabled: 'refused: account disabled',
  revoked: 'refused: token revoked',
  expired: 'refused: token expired',
  'full: patients': 'refused: account full (patients)',
  'full: storage': 'refused: account full (storage)',
  'no model': 'refused: there is no model',
  accepted: 'refused: model is accepted',
};

/** The status of an answer in words, with why it was a refusal where the line tells it; the exact one is in JSON and CSV. */
export function outcomeText(status: number, why = ''): string {
  if (status < 400) return 'done';
  // Lines of 0.26.0 and before tell of a token also where it was refused for asking too often.
  if (status !== 429 && REASONS[why] !== undefined) return REASONS[why];
  return OUTCOMES[status] ?? (status < 500 ? `refused: ${status}` : `failed: ${status}`);
}
