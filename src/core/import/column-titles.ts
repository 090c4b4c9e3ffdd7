import { ROW_NAMES } from './row.ts';

/** A name in two columns or more is joined: given names first. */
export const NAME_PARTS = ['given_name', 'family_name'] as const;

/** What a column can be. */
export const COLUMN_FIELDS: readonly string[] = [...ROW_NAMES, ...NAME_PARTS];

/** The usual titles of offices, in English, Spanish, Portuguese, German and French, beside the field's own name. */
const TITLES: Readonly<Record<string, string>> = {
  name: `full name, patient, patient name, name of patient, client, client name
    nombre, nombre completo, nombre y apellidos, apellidos y nombre, paciente, nombre del paciente, nombre de la paciente
    nome, nome completo, nome do paciente, nome da paciente, nome e sobrenome, nome e apelido
    Patientenname, Name des Patienten, Name der Patientin, Patientin, vollständiger Name, Vor- und Nachname, Name Vorname
    nom, nom complet, nom du patient, nom de la patiente, patiente, nom et prénom, prénom et nom, nom prénom`,
  given_name: `first name, firstname, forename, given names, middle name
    nombre de pila, nombres, primer nombre, segundo nombre
    primeiro nome, nome próprio
    Vorname, Vornamen, Rufname
    prénom, prénoms`,
  family_name: `last name, lastname, surname
    apellido, apellidos, primer apellido, segundo apellido, apellido paterno, apellido materno, apellido 1, apellido 2
    apelido, apelidos, sobrenome, último nome
    Nachname, Familienname, Zuname
    nom de famille`,
  email: `e-mail, mail, email address, e-mail address
    correo, correo electrónico, dirección de correo, dirección de correo electrónico
    endereço de e-mail, correio eletrónico, correio eletrônico
    E-Mail-Adresse, Mailadresse
    courriel, adresse e-mail, adresse mail, adresse courriel, mél`,
  phone: `telephone, phone number, phone no, telephone number, tel, tel no, mobile, mobile phone, mobile number, cell, cell phone
    teléfono, número de teléfono, móvil, teléfono móvil, celular, teléfono celular
    telefone, número de telefone, telemóvel, telefone celular
    Telefon, Telefonnummer, Tel.-Nr., Handy, Handynummer, Mobil, Mobiltelefon, Mobilnummer
    téléphone, numéro de téléphone, tél, tél. portable, tél. mobile, portable, téléphone portable, téléphone mobile`,
  gender: 'sex, sexo, género, gênero, Geschlecht, sexe, genre',
  address: `street, street address, address line, address line 1
    dirección, calle, domicilio
    endereço, morada, rua, logradouro
    Adresse, Anschrift, Straße, Straße und Hausnummer, Straße Nr.
    adresse postale, rue, domicile`,
  city: `town, ciudad, localidad, población, municipio, cidade, localidade, cidade/localidade
    Stadt, Ort, Wohnort, ville, commune, localité`,
  postal_code: `postcode, post code, zip, zip code, zip/postal code
    código postal, cód. postal, CP, C.P., CEP, PLZ, Postleitzahl, code postal`,
  state: 'province, state/province, provincia, província, UF, distrito, Bundesland, Kanton, canton, région',
  country: 'país, Land, pays',
  type: 'reconstruction type, type of reconstruction',
  photos: `photo folder, pictures, fotos, carpeta de fotos, pasta de fotos, Fotoordner, Bilder, dossier photos`,
  left: `left photo, photo left, left profile, izquierda, foto izquierda, perfil izquierdo
    esquerda, foto esquerda, perfil esquerdo, links, Foto links, linkes Profil, gauche, photo gauche, profil gauche`,
  front: `front photo, photo front, front view, frontal, foto frontal, foto de frente, frente
    vorne, Foto vorne, de face, photo de face`,
  right: `right photo, photo right, right profile, derecha, foto derecha, perfil derecho
    direita, foto direita, perfil direito, rechts, Foto rechts, rechtes Profil, droite, photo droite, profil droit`,
  back: `back photo, photo back, espalda, foto espalda, costas, foto costas, hinten, Foto hinten, dos, photo dos`,
  nipple_to_nipple: 'nipple to nipple (cm)',
  eye_distance: 'eye distance (cm)',
  hipline: 'hip line, hipline (cm), hip line (cm)',
};

/** Titles that as often mean something else, such as a state of health; a person has to say. */
const UNCERTAIN: Readonly<Record<string, string>> = {
  state: 'estado, état, region, county',
  photos: 'photo, foto, Bild, picture',
  phone: 'contact, contacto, contato, Kontakt',
  name: 'person, contact name',
};

/** In a title of several words these say that it is about somebody or something else. */
const OTHERS = `birth, born, maiden, mother, father, parent, spouse, husband, wife, partner, guardian, relative, emergency,
  doctor, dr, physician, surgeon, nurse, referrer, referring, referred, insurance, company, employer, user, file, last visit,
  civil, marital, date, time, title, nick, previous, former, of birth,
  madre, padre, marido, esposa, nacimiento, emergencia, médico, médica, cirujano, seguro, empresa, fecha, estado civil,
  mãe, pai, nascimento, emergência, cirurgião, convênio, data,
  Mutter, Vater, Geburt, Notfall, Arzt, Hausarzt, Chirurg, Versicherung, Firma, Datum,
  mère, père, naissance, urgence, médecin, chirurgien, assurance, société, mutuelle, jeune fille, date`;

/** Titles that say nothing inside a longer one: `Patient ID` is no name. */
const ALONE = `patient, client, paciente, Patientin, patiente, type, provider, left, right, back, front, links, rechts, dos,
  Ort, Land, CP, UF, sex, state`;

/** `E-Mail-Adresse` → `e mail adresse`: accents, capitals and signs tell no two titles apart. */
export const foldedTitle = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const folded = (titles: string) => titles.split(/[,\n]/).map(foldedTitle);

function fieldsByTitle(table: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(table).flatMap(([field, titles]) =>
    folded(titles).map((title): [string, string] => [title, field]),
  );
}

/** Folded title → field, where everybody reads it so. */
export const KNOWN_TITLES: ReadonlyMap<string, string> = new Map([
  ...fieldsByTitle(TITLES),
  ...COLUMN_FIELDS.map((name): [string, string] => [foldedTitle(name), name]),
]);

/** Folded title → field, where it may be meant so. */
export const UNCERTAIN_TITLES: ReadonlyMap<string, string> = new Map(fieldsByTitle(UNCERTAIN));

/** Folded titles that are only looked for as a whole. */
export const ALONE_TITLES: readonly string[] = folded(ALONE);

/** Folded words that are about somebody or something else. */
export const OTHERS_WORDS: readonly string[] = folded(OTHERS);
