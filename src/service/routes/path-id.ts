import type { FastifyRequest } from 'fastify';
import { patientNotFound } from '../domain/refusal.ts';

/** The patient id of the path. Text that cannot be an id gets the same 404 as an unknown id. */
export function patientIdOf(request: FastifyRequest): number {
  return numberIn(request, 'id') ?? never();
}

/** A path part of digits as a number; undefined if it cannot be a stored id. */
export function numberIn(request: FastifyRequest, name: string): number | undefined {
  const text = (request.params as Record<string, string | undefined>)[name] ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function never(): never {
  throw patientNotFound();
}
