import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  implantFormField,
  SIMULATED_MODEL,
  SIMULATION_LINES,
  SIMULATION_TEXT_FIELDS,
  simulationFormField,
} from '../../../contract/fields.ts';
import {
  IMPLANT_FIELDS,
  type ImplantRow,
  implantOfRow,
  implantProblems,
  NO_IMPLANT,
} from '../../../contract/implant-rows.ts';
import type { SimulationLinesAnswer } from '../../../contract/own-routes.ts';
import { SIDES, type Side } from '../../../contract/simulation.ts';
import { LINE_POINTS, MOST_LINES, type SimulationLines } from '../../../contract/simulation-lines.ts';
import type { AppDeps } from '../../deps.ts';
import { findPatient } from '../../domain/patients.ts';
import { type FieldProblem, fieldRefusal } from '../../domain/refusal.ts';
import { deleteSimulation, linesOfSimulations, type NewSimulation, saveSimulation } from '../../domain/simulations.ts';
import { patientAnswer } from '../../present.ts';
import { accountOf } from '../guard/access.ts';
import { changeNote } from '../guard/audit.ts';
import { answerIdempotently, type ChangeAnswer } from '../intake/idempotency.ts';
import { type ReceivedForm, receiveForm } from '../intake/receive-form.ts';
import { documented } from '../openapi/document.ts';
import { patientAnswerSchema, simulationLinesAnswerSchema, simulationLinesSchema } from '../openapi/schemas.ts';
import { numberIn, patientIdOf } from '../parameters.ts';

const shape = { textFields: SIMULATION_TEXT_FIELDS, photoFields: [] };
const saving = documented({
  summary: 'Save a simulation on the mammo reconstruction',
  isOwn: true,
  form: shape,
  answers: { 201: patientAnswerSchema },
});
const deletion = documented({ summary: 'Delete a simulation', isOwn: true, answers: { 200: patientAnswerSchema } });

const reading = documented({
  summary: 'Tell the lines of those simulations that were saved with them',
  isOwn: true,
  answers: { 200: simulationLinesAnswerSchema },
});

const LONGEST = { name: 100, description: 1000 } as const;

/** The changes answer as a get does, with the simulations that there are then. */
export function addSimulations(app: FastifyInstance, deps: AppDeps): void {
  const answer = async (request: FastifyRequest, status: number): Promise<ChangeAnswer> => {
    const options = { withSimulations: true };
    return { status, body: await patientAnswer(deps, accountOf(request), patientIdOf(request), options) };
  };
  app.post('/recon/patients/:id/simulations', { schema: saving }, async (request, reply) => {
    const [owner, patientId] = [accountOf(request), patientIdOf(request)];
    await findPatient(deps.store.db, owner, patientId);
    const form = await receiveForm(request, deps, shape);
    try {
      const simulation = readSimulation(form);
      const note = changeNote(request, deps, { outcome: 201 });
      return await answerIdempotently(request, reply, deps, {
        form,
        async run(key) {
          await saveSimulation(deps.store, owner, patientId, simulation, { key, note });
          return answer(request, 201);
        },
        recall: () => answer(request, 201),
      });
    } finally {
      await form.discard();
    }
  });
  app.get(
    '/recon/patients/:id/simulation-lines',
    { schema: reading },
    async (request): Promise<SimulationLinesAnswer> => {
      const owner = accountOf(request);
      const { id } = await findPatient(deps.store.db, owner, patientIdOf(request));
      return { simulations: await linesOfSimulations(deps.store, owner, id) };
    },
  );
  app.delete('/recon/patients/:id/simulations/:simulation', { schema: deletion }, async (request, reply) => {
    const [owner, patientId, id] = [accountOf(request), patientIdOf(request), numberIn(request, 'simulation')];
    const note = changeNote(request, deps, { outcome: 200 });
    return await answerIdempotently(request, reply, deps, {
      async run(key) {
        await deleteSimulation(deps.store, owner, { patientId, id }, { key, note });
        return answer(request, 200);
      },
      recall: () => answer(request, 200),
    });
  });
}

/** @throws Refusal 422 that names each field at fault */
function readSimulation({ fields, problems: found }: ReceivedForm): NewSimulation {
  const problems: FieldProblem[] = [...found];
  const word = (field: 'name' | 'description') => {
    const name = simulationFormField(field);
    const text = fields.get(name)?.trim() ?? '';
    if (text.length > LONGEST[field]) {
      problems.push({ field: name, message: `is longer than ${LONGEST[field]} characters` });
    }
    return text;
  };
  const [name, description] = [word('name'), word('description')];
  if (name === '') problems.push({ field: simulationFormField('name'), message: 'is missing' });
  const seen = fields.get(SIMULATED_MODEL);
  const modelUpdatedAt = seen === undefined ? undefined : Date.parse(seen);
  if (Number.isNaN(modelUpdatedAt))
    problems.push({ field: SIMULATED_MODEL, message: 'must be a time as in an answer' });
  const sides = SIDES.map((side) => [side, sideOf(fields, side)] as const);
  const given = sides.filter(([, row]) => Object.keys(row).length > 0);
  if (given.length === 0) {
    problems.push({ field: implantFormField('left', 'volume'), message: 'is missing, and so is the right one' });
  }
  for (const [side, row] of given) {
    const wrong = implantProblems(row);
    problems.push(...wrong.map(({ field, message }) => ({ field: implantFormField(side, field), message })));
  }
  const lines = linesIn(fields.get(SIMULATION_LINES), problems);
  if (problems.length > 0) throw fieldRefusal(problems);
  const implant = (side: Side) => {
    const row = given.find(([one]) => one === side)?.[1];
    return row === undefined ? NO_IMPLANT : implantOfRow(row);
  };
  return { name, description, modelUpdatedAt, lines, left_implant: implant('left'), right_implant: implant('right') };
}

/** Lines that are left out, or empty, are none. What is wrong with them is told without a place of anybody's body. */
function linesIn(text = '', problems: FieldProblem[]): SimulationLines | undefined {
  if (text.trim() === '') return undefined;
  const { data, success } = simulationLinesSchema.safeParse(parsed(text));
  if (success) return data;
  const { least, most } = LINE_POINTS;
  const message = `must be {"sha256": "…", "lines": […]} with the SHA-256 of a model.glb and 1 to ${MOST_LINES} lines, each of ${least} to ${most} points [x, y, z] in metres`;
  problems.push({ field: SIMULATION_LINES, message });
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is said of one side; empty fields count as none. */
const sideOf = (fields: ReceivedForm['fields'], side: Side): ImplantRow =>
  Object.fromEntries(
    IMPLANT_FIELDS.flatMap((field) => {
      const text = fields.get(implantFormField(side, field))?.trim() ?? '';
      return text === '' ? [] : [[field, text]];
    }),
  );
