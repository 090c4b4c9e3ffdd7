/**
 * Homes of synthetic people. Family names and cities are each language's own word for "example" or "sample", so that
 * nobody takes one for a real person; phone numbers are from ranges reserved for fiction, or have the code 999, which
 * no country has.
 */
export interface HomePlace {
  country: string;
  given: readonly string[];
  family: readonly string[];
  street: string;
  city: string;
  state: string;
  /** `#` stands for a digit. */
  postalCode: string;
  phone: string;
  /** The family name is written first. */
  familyFirst?: true;
}

const FICTION = '+999 5550 ####';

export const PLACES: readonly [HomePlace, ...HomePlace[]] = [
  {
    country: 'DE',
    given: ['Zoë', 'Jürgen', 'Änne', 'Sören', 'Grete'],
    family: ['Beispiel', 'Müster-Muster', 'Probst-Probe'],
    street: 'Musterstraße',
    city: 'Musterstadt',
    state: 'Berlin',
    postalCode: '1####',
    phone: '+49 30 23125 ###',
  },
  {
    country: 'US',
    given: ['Sam', 'Renée', 'Mary-Jo', 'José'],
    family: ['Example', "O'Sample", 'Testwell Jr.'],
    street: 'Sample Avenue',
    city: 'Exampleton',
    state: 'New York',
    postalCode: '1####',
    phone: '+1 212 555 01##',
  },
  {
    country: 'GB',
    given: ['Siân', 'Alfie', 'Niamh'],
    family: ['Enghraifft', 'Specimen', 'Test-Example'],
    street: 'Specimen Lane',
    city: 'Sampleford',
    state: 'Greater London',
    postalCode: 'ZZ## #ZZ',
    phone: '+44 20 7946 0###',
  },
  {
    country: 'ES',
    given: ['Ñuria', 'Íñigo', 'Concepción'],
    family: ['Ejemplo Muestra', 'de la Prueba'],
    street: 'Calle de la Muestra',
    city: 'Villaejemplo',
    state: 'Cataluña',
    postalCode: '08###',
    phone: FICTION,
  },
  {
    country: 'PL',
    given: ['Łucja', 'Świętosław', 'Żaneta'],
    family: ['Przykładowa', 'Próbka'],
    street: 'ulica Przykładowa',
    city: 'Przykładów',
    state: 'Mazowieckie',
    postalCode: '##-###',
    phone: FICTION,
  },
  {
    country: 'NO',
    given: ['Øystein', 'Åse', 'Bjørg'],
    family: ['Prøve', 'Eksempelsen'],
    street: 'Prøveveien',
    city: 'Eksempelvik',
    state: 'Vestland',
    postalCode: '5###',
    phone: FICTION,
  },
  {
    country: 'TR',
    given: ['Çiğdem', 'İpek', 'Gökçe'],
    family: ['Örnek', 'Deneme'],
    street: 'Örnek Sokağı',
    city: 'Örnekköy',
    state: 'İzmir',
    postalCode: '35###',
    phone: FICTION,
  },
  {
    country: 'GR',
    given: ['Ωραία', 'Γιώργος'],
    family: ['Δοκιμή', 'Παράδειγμα'],
    street: 'Οδός Δοκιμής',
    city: 'Παράδειγμα',
    state: 'Αττική',
    postalCode: '1## ##',
    phone: FICTION,
  },
  {
    country: 'BG',
    given: ['Ольга', 'Йордан'],
    family: ['Примерова', 'Образецов'],
    street: 'улица Пример',
    city: 'Примерово',
    state: 'София',
    postalCode: '1###',
    phone: FICTION,
  },
  {
    country: 'JP',
    given: ['さくら', '健太'],
    family: ['見本', '試験'],
    street: '見本通り',
    city: '見本市',
    state: '東京都',
    postalCode: '1##-####',
    phone: FICTION,
    familyFirst: true,
  },
  {
    country: 'EG',
    given: ['مريم', 'يوسف'],
    family: ['مثال', 'تجربة'],
    street: 'شارع المثال',
    city: 'مدينة المثال',
    state: 'القاهرة',
    postalCode: '11###',
    phone: FICTION,
  },
  {
    country: 'VN',
    given: ['Ngọc', 'Đức'],
    family: ['Thí Dụ', 'Mẫu'],
    street: 'Đường Thí Dụ',
    city: 'Thị xã Mẫu',
    state: 'Hà Nội',
    postalCode: '1#####',
    phone: FICTION,
    familyFirst: true,
  },
];
