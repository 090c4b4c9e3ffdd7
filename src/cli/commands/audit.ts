import type { GroupWords } from '../declare-command.ts';
import { auditExport } from './audit/export.ts';
import { auditList } from './audit/list.ts';
import { auditVerify } from './audit/verify.ts';

export const audit: GroupWords = {
  name: 'audit',
  description: 'who did and saw what in the service here',
  commands: [auditList, auditVerify, auditExport],
};
