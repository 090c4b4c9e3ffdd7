import { z } from 'zod';
import type { After } from '../../../contract/after.ts';
import type {
  AfterAnswer,
  InvitationAnswer,
  PatientAnswer,
  PatientsAnswer,
  ResultAnswer,
} from '../../../contract/answers.ts';
import type {
  DoctorAnswer,
  FailureAnswer,
  InvitationsAnswer,
  OpenInvitationsAnswer,
  RoomAnswer,
  SimulationLinesAnswer,
  SurgeonsAnswer,
} from '../../../contract/own-routes.ts';
import type { PageMeta } from '../../../contract/page.ts';
import type { Patient } from '../../../contract/patient.ts';
import { PHOTO_WARNINGS } from '../../../contract/patient-page.ts';
import type { Problem } from '../../../contract/problem.ts';
import { RECONSTRUCTION_TYPES, type Reconstruction, VIEWS } from '../../../contract/reconstruction.ts';
import type { Implant, Simulation } from '../../../contract/simulation.ts';
import { FARTHEST_M, LINE_POINTS, MOST_LINES, type SimulationLines } from '../../../contract/simulation-lines.ts';

/** The same schema for several fields. */
const each = <Schema, Field extends string>(schema: Schema, ...fields: Field[]) =>
  Object.fromEntries(fields.map((field) => [field, schema])) as Record<Field, Schema>;

/** The answers in the OpenAPI document; the types on the left make the compiler compare them with the contract. */
const text = z.string();
const optionalText = z.string().nullable();
const time = z.string().describe('ISO 8601 with UTC offset and milliseconds');
const url = z.string().describe('URL');
const optionalUrl = url.nullable();
const measures = z.record(z.string(), z.number()).describe('cm');

const implant: z.ZodType<Implant> = z.object({
  ...each(text.describe('Numeric text'), 'volume', 'diameter', 'projection', 'width', 'height'),
  reference: text,
  white: z.boolean(),
  implant_category: z.object({
    ...each(text, 'name', 'shape', 'profile', 'surface'),
    brand: z.object({ name: text }),
  }),
});

const simulation: z.ZodType<Simulation> = z.object({
  id: z.int(),
  name: text,
  description: text,
  updated_at: time,
  frames: url,
  left_implant: implant,
  right_implant: implant,
});

const reconstruction = z.object({
  type: text.describe('MammoReconstruction, FaceReconstruction or BodyReconstruction'),
  accepted: z.boolean(),
  status: text.describe('processing, then has_3d or failed'),
  updated_at: time,
  frames: optionalUrl,
  mesaures: measures,
  ...each(optionalUrl, 'left', 'front', 'right'),
  simulations: z.array(simulation).optional().describe('In list and get answers only'),
}) satisfies z.ZodType<Omit<Reconstruction, 'simulations'>>;

const patient = z.object({
  id: z.int(),
  player_id: text,
  ...each(optionalText, 'name', 'email'),
  height: z.number().nullable().describe('cm'),
  weight: z.number().nullable().describe('kg'),
  ...each(optionalText, 'phone', 'gender', 'address', 'city', 'postal_code', 'state'),
  country_iso: optionalText.describe('Sent as patient[country]'),
  updated_at: time,
  reconstructions: z.array(reconstruction),
}) satisfies z.ZodType<Omit<Patient, 'reconstructions'>>;

const meta: z.ZodType<PageMeta> = z.object({
  current_page: z.int(),
  ...each(z.int().nullable(), 'next_page', 'prev_page'),
  ...each(z.int(), 'total_pages', 'total_entries'),
});

const image = z.object({ url: optionalUrl, thumb: z.object({ url: optionalUrl }) });

const after: z.ZodType<After> = z.object({
  weight: optionalText,
  status: text,
  accepted: text.describe('true or false'),
  provider: z.int(),
  measures,
  ...each(image, 'front', 'left', 'right', 'back'),
});

export const patientsAnswerSchema = z.object({ patients: z.array(patient), meta }) satisfies z.ZodType<
  Pick<PatientsAnswer, 'meta'>
>;
export const patientAnswerSchema = z.object({ patient, async: text.describe('true or false') }) satisfies z.ZodType<
  Pick<PatientAnswer, 'async'>
>;
export const afterAnswerSchema: z.ZodType<AfterAnswer> = z.object({ after });
export const resultAnswerSchema: z.ZodType<ResultAnswer> = z.object({ result: text.describe('success') });
export const invitationAnswerSchema: z.ZodType<InvitationAnswer> = z.object({ invitation_url: url });
const limit = z
  .object({ limit: z.int(), stored: z.int(), of_main: z.boolean() })
  .nullable()
  .describe('The limit that leaves the least, of the account or of its main account; null where there is none.');
export const failureAnswerSchema: z.ZodType<FailureAnswer> = z.object({
  failure: text.nullable().describe('Null where they gave one, or it is being made.'),
});
const metres = z.number().gt(-FARTHEST_M).lt(FARTHEST_M);
const lines = {
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('Of the model.glb that they fit'),
  lines: z
    .array(
      z
        .array(z.tuple([metres, metres, metres]))
        .min(LINE_POINTS.least)
        .max(LINE_POINTS.most),
    )
    .min(1)
    .max(MOST_LINES)
    .describe('The points round each breast, in metres and in the axes of the model'),
};
/** What a request may hold; nothing else is kept. */
export const simulationLinesSchema: z.ZodType<SimulationLines> = z.strictObject(lines);
export const simulationLinesAnswerSchema: z.ZodType<SimulationLinesAnswer> = z.object({
  simulations: z.array(z.object({ id: z.int(), ...lines })),
});
export const roomAnswerSchema: z.ZodType<RoomAnswer> = z.object({ patients: limit, storage: limit });
export const surgeonsAnswerSchema: z.ZodType<SurgeonsAnswer> = z.object({
  surgeons: z.array(z.object({ id: z.int(), name: text })),
  is_sub: z.boolean().optional().describe('The asking account is a sub account, which transfers to nobody.'),
});
export const invitationsAnswerSchema: z.ZodType<InvitationsAnswer> = z.object({
  invitations: z.array(
    z.object({
      id: z.int(),
      type: z.enum(RECONSTRUCTION_TYPES),
      ...each(time, 'created_at', 'expires_at'),
      former_address: text.optional(),
      ...each(time.nullable(), 'opened_at', 'sent_at'),
      views: z.array(z.enum(VIEWS)).optional(),
      photos: z.array(
        z.object({
          view: z.enum(VIEWS),
          arrived_at: time,
          warnings: z.array(z.enum(PHOTO_WARNINGS)).nullable(),
          is_unusable: z.boolean().optional().describe('A generation refuses it.'),
        }),
      ),
      sent_before: z
        .array(z.object({ view: z.enum(VIEWS), patient_id: z.int(), patient_ids: z.array(z.int()).optional() }))
        .optional()
        .describe('Photos that other patients of the account have, the latest first.'),
    }),
  ),
});
export const openInvitationsAnswerSchema: z.ZodType<OpenInvitationsAnswer> = z.object({
  invitations: z.array(
    z.object({
      patient_id: z.int(),
      type: z.enum(RECONSTRUCTION_TYPES),
      ...each(time, 'created_at', 'expires_at'),
      links: z.int().optional(),
      former_address: text.optional(),
    }),
  ),
});
export const doctorAnswerSchema: z.ZodType<DoctorAnswer> = z.object({
  findings: z.array(
    z.object({ about: text, state: z.enum(['ok', 'warning', 'skipped', 'wrong']), found: text, fix: text }),
  ),
});
export const problemSchema: z.ZodType<Omit<Problem, 'errors'>> = z.object({
  type: text,
  title: text,
  status: z.int(),
  detail: text,
  code: text,
  errors: z.array(z.object({ field: text, message: text })).optional(),
  request_id: text,
});
