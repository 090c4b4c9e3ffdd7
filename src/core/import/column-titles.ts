import { folded } from '../folded.ts';
import { ROW_NAMES } from './row.ts';

/** A name in two columns or more is joined: given names first. */
export const NAME_PARTS = ['given_name', 'family_name'] as const;

/** A whole name with the surname first, as a person writes it in a map of columns. */
export const FAMILY_FIRST = 'family_name, given_name';

/** As a map names a column of phone numbers that have lost their plus. */
export const PHONE_WITH_PLUS = 'phone_with_plus';

/** What a column can be. */
export const COLUMN_FIELDS: readonly string[] = [...ROW_NAMES, ...NAME_PARTS];

/** The usual titles of offices, in English, Spanish, Portuguese, German and French, beside the field's own name. */
const TITLES: Readonly<Record<string, string>> = {
  name: `full name, patient, patient name, name of patient, client, client name
    nombre, nombre completo, nombre y apellidos, paciente, nombre del paciente, nombre de la paciente
    nome, nome completo, nome do paciente, nome da paciente, nome e sobrenome, nome e apelido
    cliente, nombre del cliente, nome do cliente, utente, nome do utente, Kunde, Kundin, Kundenname, Patient/in
    Patientenname, Name des Patienten, Name der Patientin, Patientin, vollständiger Name, Vor- und Nachname
    nom, nom complet, nom du patient, nom de la patiente, patiente, prénom et nom`,
  given_name: `first name, firstname, forename, given names, middle name, additional name
    nombre de pila, nombres, primer nombre, segundo nombre
    primeiro nome, nome próprio
    Vorname, Vornamen, Rufname
    prénom, prénoms`,
  family_name: `last name, lastname, surname
    apellido, apellidos, primer apellido, segundo apellido, apellido paterno, apellido materno, apellido 1, apellido 2
    apelido, apelidos, sobrenome, último nome
    Nachname, Familienname, Zuname
    nom de famille`,
  email: `e-mail, mail, email address, e-mail address, E-mail 1 - Value
    correo, correo electrónico, dirección de correo, dirección de correo electrónico
    endereço de e-mail, correio eletrónico, correio eletrônico
    E-Mail-Adresse, Mailadresse
    courriel, adresse e-mail, adresse mail, adresse courriel, mél`,
  phone: `telephone, phone number, phone no, telephone number, tel, tel no, mobile, mobile phone, mobile number, cell, cell phone, Phone 1 - Value
    teléfono, número de teléfono, móvil, teléfono móvil, celular, teléfono celular
    telefone, número de telefone, telemóvel, telefone celular
    contacto telefónico, contato telefônico, tfno, Phone #, WhatsApp
    Telefon, Telefonnummer, Tel.-Nr., Tel. mobil, Handy, Handy-Nr., Handynummer, Mobilfunk, Mobil-Nr., Mobil, Mobiltelefon, Mobilnummer
    téléphone, numéro de téléphone, tél, tél. portable, tél. mobile, portable, téléphone portable, téléphone mobile`,
  gender: `sex, sexo, género, gênero, Geschlecht, sexe, genre, gender (m/f), sex (m/f), sexo (m/f), sexo (h/m)
    Geschlecht (m/w), Geschlecht (m/w/d), sexe (m/f), sexe (h/f)`,
  address: `street, street address, address line, address line 1, home street, Address 1 - Street
    home address, postal address, mailing address, dirección postal, endereço completo, Wohnadresse, Postanschrift
    dirección, calle, domicilio
    endereço, morada, rua, logradouro
    Adresse, Anschrift, Straße, Straße und Hausnummer, Straße Nr.
    adresse postale, rue, domicile`,
  city: `town, home city, Address 1 - City, ciudad, localidad, población, municipio, cidade, localidade, cidade/localidade
    Stadt, Ort, Wohnort, ville, commune, localité`,
  postal_code: `home postal code, Address 1 - Postal Code, postcode, post code, zip, zip code, zip/postal code
    código postal, cód. postal, CP, C.P., CEP, PLZ, Postleitzahl, code postal, zipcode, NPA`,
  state:
    'home state, Address 1 - Region, province, state/province, provincia, província, UF, distrito, federal state, comunidad autónoma, département, departamento, Bundesland, Kanton, canton, région',
  country: `home country, home country/region, Address 1 - Country, country code, country of residence, país, país de residencia, país de residência, Land, Staat, Wohnsitzland
    pays, pays de résidence`,
  type: `reconstruction type, type of reconstruction, model type, type of model, 3D type
    tipo, tipo de reconstrucción, tipo de modelo, tipo de reconstrução
    Art, Typ, Rekonstruktionstyp, Rekonstruktionsart, Typ der Rekonstruktion, Art der Rekonstruktion, Modelltyp
    type de reconstruction, type de modèle`,
  provider: 'reconstruction provider, 3D provider',
  photos: `photo folder, photos folder, pictures, images, imágenes, imagens, fotos, carpeta de fotos, pasta de fotos, Fotoordner, Bildordner, Bilder, Aufnahmen
    dossier photos, dossier des photos, clichés`,
  left: `left photo, photo left, left profile, left picture, left image, left view, left side, izquierda, foto izquierda, perfil izquierdo
    esquerda, foto esquerda, perfil esquerdo, links, Foto links, Foto von links, Bild links, linkes Profil, gauche, photo gauche, profil gauche, côté gauche`,
  front: `front photo, photo front, front view, front picture, front image, portrait, frontal, foto frontal, foto de frente, frente
    vorne, Foto vorne, Foto von vorne, Bild vorne, Frontalaufnahme, vue de face, de face, photo de face`,
  right: `right photo, photo right, right profile, right picture, right image, right view, right side, derecha, foto derecha, perfil derecho
    direita, foto direita, perfil direito, rechts, Foto rechts, Foto von rechts, Bild rechts, rechtes Profil, droite, photo droite, profil droit, côté droit`,
  back: `back photo, photo back, back picture, back view, espalda, foto espalda, foto de espalda, costas, foto costas
    foto de costas, hinten, Foto hinten, Foto von hinten, Rücken, dos, photo dos, photo de dos, vue de dos`,
  left_45: `left 45°, 45° left, left 45 degrees, left oblique, oblique left, photo left 45
    izquierda 45, 45 izquierda, foto izquierda 45, oblicua izquierda, esquerda 45, 45 esquerda, foto esquerda 45
    oblíqua esquerda, links 45, 45 links, links 45 Grad, Foto links 45, schräg links, halb links
    gauche 45, 45 gauche, photo gauche 45, trois quarts gauche, 3/4 gauche, oblique gauche`,
  right_45: `right 45°, 45° right, right 45 degrees, right oblique, oblique right, photo right 45
    derecha 45, 45 derecha, foto derecha 45, oblicua derecha, direita 45, 45 direita, foto direita 45
    oblíqua direita, rechts 45, 45 rechts, rechts 45 Grad, Foto rechts 45, schräg rechts, halb rechts
    droite 45, 45 droite, photo droite 45, trois quarts droit, trois quarts droite, 3/4 droit, 3/4 droite, oblique droite`,
  below: `from below, view from below, below photo, photo below, photo from below, base view
    desde abajo, foto desde abajo, de baixo, foto de baixo, von unten, unten, Foto unten, Foto von unten
    de dessous, dessous, photo dessous, photo de dessous, vue de dessous`,
  nipple_to_nipple: `nipple distance, nipple to nipple distance, inter-nipple distance, internipple distance, N-N
    distance between nipples, distancia entre pezones, distancia de pezón a pezón, distancia interpezón
    distância entre mamilos, distância de mamilo a mamilo, distância intermamilar
    Brustwarzenabstand, Mamillenabstand, Abstand der Brustwarzen, Abstand der Mamillen
    distance entre mamelons, distance entre les mamelons, distance inter-mamelons, distance intermamelonnaire
    distance mamelon-mamelon`,
  eye_distance: `distance between eyes, pupillary distance, interpupillary distance, pupil distance
    distancia interpupilar, distancia pupilar, distancia entre ojos, distancia entre los ojos
    distância interpupilar, distância pupilar, distância entre olhos, distância entre os olhos
    Augenabstand, Pupillenabstand, Pupillendistanz, écart pupillaire, distance pupillaire, distance interpupillaire
    distance entre les yeux`,
  hipline: `hip line, hip, hips, hip circumference, hip width, cadera, caderas, contorno de cadera, ancho de cadera
    perímetro de cadera, quadril, anca, contorno da anca, perímetro do quadril, largura do quadril
    Hüfte, Hüftumfang, Hüftbreite, Hüftlinie, hanche, hanches, tour de hanche, tour de hanches, largeur de hanches`,
  height: 'body height, altura, estatura, talla, Größe, Körpergröße, taille, stature',
  weight: 'body weight, peso, peso corporal, Gewicht, Körpergewicht, poids',
};

/** Titles of a whole name with the surname first; signs such as the comma do not count. */
const FAMILY_FIRST_TITLES = `last first, last name first, surname first, last first name, name last first, patient last first
  patient name last first, name surname first, full name last first
  last name first name, last name given name, surname first name, surname given name, surname given names, surname forename
  family name first name, family name given name, family name given names, surname name, last name name
  apellidos y nombre, apellidos nombre, apellidos y nombres, apellidos nombres, apellido y nombre, apellido nombre
  sobrenome nome, sobrenome e nome, apelido nome, apelido e nome, apelidos nome, apelidos e nome, sobrenome primeiro nome
  Nachname Vorname, Name Vorname, Familienname Vorname, Zuname Vorname, Nachname und Vorname, Name und Vorname, Nach- und Vorname
  Patient Name Vorname, Nachname Vornamen, Name Vornamen, Familienname Vornamen
  nom et prénom, nom prénom, nom prénoms, nom et prénoms, nom de famille prénom, nom de famille prénoms, nom de famille et prénom`;

/** Titles that as often mean something else, such as a state of health; a person has to say. */
const UNCERTAIN: Readonly<Record<string, string>> = {
  state: 'estado, état, region, county',
  photos: 'photo, foto, Bild, picture',
  phone: 'contact, contacto, contato, Kontakt',
  name: 'person, contact name',
  type: 'kind, body part, Körperteil, Körperregion, parte del cuerpo, parte do corpo, partie du corps',
  provider: 'Anbieter, proveedor, provedor, fornecedor, fournisseur, prestataire',
  eye_distance: 'PD, IPD, DP, DIP, PA',
};

/** In a title of several words these say that it is about somebody or something else. */
const OTHERS = `birth, born, maiden, mother, father, parent, spouse, husband, wife, partner, guardian, relative, emergency,
  doctor, dr, physician, business, organization, department, phonetic, yomi, label, display, formatted, surgeon, nurse, referrer, referring, referred, insurance, company, employer, user, file, last visit,
  mm, inch, inches, Zoll, pulgadas, polegadas, pouces, civil, marital, date, time, title, nick, previous, former,
  madre, padre, marido, esposa, nacimiento, emergencia, médico, médica, cirujano, seguro, empresa, fecha, estado civil,
  mãe, pai, nascimento, emergência, cirurgião, convênio, data,
  Mutter, Vater, Geburt, Notfall, Arzt, Hausarzt, Chirurg, Versicherung, Firma, Datum,
  mère, père, naissance, urgence, médecin, chirurgien, assurance, société, mutuelle, jeune fille`;

/** Titles that say nothing inside a longer one: `Patient ID` is no name. */
const ALONE = `patient, client, paciente, Patientin, patiente, type, provider, left, right, back, front, links, rechts, dos,
  Ort, Land, CP, UF, sex, state, art, typ, tipo, Staat, images, portrait, hip, hips, cadera, caderas, quadril, anca, Hüfte,
  hanche, hanches, Rücken, unten, dessous, below, N-N, cliente, Kunde, Kundin, utente, NPA, WhatsApp, cm, kg`;

/** `E-Mail-Adresse` → `e mail adresse`: accents, capitals and signs tell no two titles apart. */
export const foldedTitle = (title: string): string =>
  folded(title)
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();

/** `Peso kg`, `Hüfte in cm`: the units in which the service has a number anyway. */
const UNITS = / (?:(?:in|en|em) )?(?:cm|kg|zentimeter|centimet(?:er|re)s?|centimetros)$/;
export const withoutUnit = (foldedTitle: string): string => foldedTitle.replace(UNITS, '');

const foldedTitles = (titles: string) => titles.split(/[,\n]/).map(foldedTitle);

function fieldsByTitle(table: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(table).flatMap(([field, titles]) =>
    foldedTitles(titles).map((title): [string, string] => [title, field]),
  );
}

/** The titles, folded. */
interface Titles {
  /** Title → field, where everybody reads it so. */
  known: ReadonlyMap<string, string>;
  /** Those of `known` that are a whole name with the surname first. */
  familyFirst: readonly string[];
  /** Title → field, where it may be meant so. */
  uncertain: ReadonlyMap<string, string>;
  /** Titles that are only looked for as a whole. */
  alone: readonly string[];
  /** Words that are about somebody or something else. */
  others: readonly string[];
}

let made: Titles | undefined;

/** Made when a list has other titles than our own: it takes some milliseconds. */
export function usualTitles(): Titles {
  const familyFirst = made?.familyFirst ?? foldedTitles(FAMILY_FIRST_TITLES);
  made ??= {
    familyFirst,
    known: new Map([
      ...fieldsByTitle(TITLES),
      ...familyFirst.map((title): [string, string] => [title, 'name']),
      ...COLUMN_FIELDS.map((name): [string, string] => [foldedTitle(name), name]),
    ]),
    uncertain: new Map(fieldsByTitle(UNCERTAIN)),
    alone: foldedTitles(ALONE),
    others: foldedTitles(OTHERS),
  };
  return made;
}
