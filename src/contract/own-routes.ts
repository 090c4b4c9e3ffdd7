import type { PhotoWarning } from './patient-page.ts';
import type { ReconstructionType, View } from './reconstruction.ts';
import type { SimulationLines } from './simulation-lines.ts';

/**
 * The operations of our own service beside the interface (docs/interface.md §7). Every answer of it names them in
 * `Recon-Routes`; a client never asks for one that is not named there.
 */
export const OWN_ROUTES = [
  'accept',
  'after-archive',
  'doctor',
  'failure',
  'give-back',
  'invitations',
  'open-invitations',
  'room',
  'simulation-lines',
  'simulations',
  'size',
  'surgeons',
] as const;

/** Their paths, apart from those of the interface. */
export const ownPaths = {
  patient: (id: string) => `/recon/patients/${encodeURIComponent(id)}`,
  accepted: (id: string, type: ReconstructionType) => `${ownPaths.patient(id)}/accepted/${type}`,
  giveBack: (id: string) => `${ownPaths.patient(id)}/give-back`,
  /** After-records of a type are numbered from 1, in the order in which they were made. */
  afterArchive: (id: string, number: number) => `${ownPaths.patient(id)}/afters/${number}/download`,
  failure: (id: string) => `${ownPaths.patient(id)}/failure`,
  simulations: (id: string) => `${ownPaths.patient(id)}/simulations`,
  simulationLines: (id: string) => `${ownPaths.patient(id)}/simulation-lines`,
  simulation: (id: string, simulation: number) => `${ownPaths.simulations(id)}/${simulation}`,
  invitations: (id: string) => `${ownPaths.patient(id)}/invitations`,
  invitationsOf: (id: string, type: ReconstructionType) => `${ownPaths.invitations(id)}/${type}`,
  openInvitations: () => '/recon/invitations',
  room: () => '/recon/room',
  surgeons: () => '/recon/surgeons',
  doctor: () => '/recon/doctor',
};

/** The accounts that patients of the asking one can be transferred to. */
export interface SurgeonsAnswer {
  surgeons: { id: number; name: string }[];
  /** The asking account is a sub account, which transfers to nobody. A recon before 0.27 does not tell it. */
  is_sub?: boolean | undefined;
}

/** Why the newest photos gave no model, in words for a person; null where they gave one, or it is being made. */
export interface FailureAnswer {
  failure: string | null;
}

/** Of a patient's simulations those that were saved with their lines. */
export interface SimulationLinesAnswer {
  simulations: ({ id: number } & SimulationLines)[];
}

/** What the asking account may have at most; null where nothing is limited. */
export interface RoomAnswer {
  patients: Limit | null;
  /** In bytes, with photos that wait until a patient sends them. */
  storage: Limit | null;
}

/** Of the limits of an account and of its main account the one that leaves the least. */
export interface Limit {
  limit: number;
  stored: number;
  /** It is the main account's, and counts what its sub accounts have. */
  of_main: boolean;
}

/** How the service stands, as it sees itself. `skipped` is what was asked for and not looked at. */
export interface DoctorAnswer {
  findings: { about: string; state: 'ok' | 'warning' | 'skipped' | 'wrong'; found: string; fix: string }[];
}

/** The links of a patient: those that work, and those by which photos were sent within a day; the newest first. */
export interface InvitationsAnswer {
  invitations: ListedInvitation[];
}

/** A link, without the secret in it. Times are ISO. */
export interface ListedInvitation {
  id: number;
  type: ReconstructionType;
  created_at: string;
  expires_at: string;
  /** The address that it names, where the service is no more. A recon before 0.31 does not tell it. */
  former_address?: string | undefined;
  /** When its page was opened first. */
  opened_at: string | null;
  /** When the photos were sent; then the link is used up. */
  sent_at: string | null;
  /** The photos that it asks for. A recon before 0.33 does not tell them. */
  views?: View[] | undefined;
  /** The photos that have come and wait until the set is sent. */
  photos: ListedPhoto[];
  /** Of all photos by the link, also once they were sent, those that another patient has. A recon before 0.40 does not tell it. */
  sent_before?: SentBefore[] | undefined;
}

export interface SentBefore {
  view: View;
  /** The other one, of several the latest. */
  patient_id: number;
  /** All others, the latest first. A recon before 0.41 does not tell it. */
  patient_ids?: number[] | undefined;
}

export interface ListedPhoto {
  view: View;
  arrived_at: string;
  /** null: nobody has looked. */
  warnings: PhotoWarning[] | null;
  /** A generation refuses it. A recon before 0.39 does not tell it, nor one that has not looked. */
  is_unusable?: boolean | undefined;
}

/** The links of all patients of an account by which photos can still be sent; the newest come first. */
export interface OpenInvitationsAnswer {
  invitations: OpenInvitationsOfType[];
}

/** All links of a patient for a type. Times are ISO. */
export interface OpenInvitationsOfType {
  patient_id: number;
  type: ReconstructionType;
  /** When the newest was made. */
  created_at: string;
  /** Until when the longest works. */
  expires_at: string;
  /** How many they are. A recon before 0.31 does not tell it. */
  links?: number | undefined;
  /** That of the newest, where the service is no more. */
  former_address?: string | undefined;
}

/**
 * Header of the request for an invitation: how long the link is to work, as `30m`. A service that does not know it makes
 * a link of its usual time.
 */
export const LIFETIME_HEADER = 'recon-lifetime';

/**
 * Header of the request for an invitation: the language of the link's page, as `pt`. The link of a service that knows it
 * says so (`LANGUAGE_PARAMETER`); the page of another one is in the language that the browser asks for.
 */
export const LANGUAGE_HEADER = 'recon-language';

/** Header of patients: the generations that nobody has begun to make, `7=face, 12=body`. */
export const QUEUED_HEADER = 'recon-queued';

/** Header of patients: when the generations that are being made were begun, `7=face@2026-01-02T03:04:05.678Z, …`. */
export const BEGUN_HEADER = 'recon-begun';

/** Header of a list: the models whose photos may show two people, `7=face, 12=body`. */
export const TWO_PEOPLE_HEADER = 'recon-two-people';

/** Header of a list: the models of a patient's link whose photos another patient has, too, `7=face, 12=body`. */
export const ALSO_OF_OTHERS_HEADER = 'recon-also-of-others';

/** Header of the answers to a token that works: the version of the service. Others are told of no version to attack. */
export const VERSION_HEADER = 'recon-version';

/** Header of the answers to a token that works: whose it is, percent-encoded, and what it may do: `dr-silva, scope=write`. */
export const ACCOUNT_HEADER = 'recon-account';

/** Header of the answers to a token that works: the label by which it is told from others, percent-encoded. */
export const TOKEN_LABEL_HEADER = 'recon-token-label';

/** Header of the answers to a token that works for a time: until when, `2026-01-02T03:04:05.678Z`. */
export const TOKEN_EXPIRES_HEADER = 'recon-token-expires';

/** Header of the answers to a token that works: the address under which others reach the service, with which its links begin. */
export const PUBLIC_URL_HEADER = 'recon-public-url';

/** Header of a download: why newer photos gave no model, where an earlier model is what is downloaded. */
export const FAILURE_HEADER = 'recon-failure';

/** Header of the answer: which link it is, and until when it works, as `id=12, expires=2026-01-02T03:04:05.678Z`. */
export const MADE_HEADER = 'recon-invitation';
