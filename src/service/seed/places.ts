/**
 * Homes of synthetic people. Family names and cities are each language's own word for "example" or "sample", so that
 * nobody takes one for a real person; phone numbers are from ranges reserved for fiction, or have the code 999, which
 * no country has. `#` stands for a digit.
 */
export interface HomePlace {
  country: string;
  given: readonly string[];
  family: readonly string[];
  address: readonly [street: string, postalCode: string, city: string, state: string];
  /** `NO_COUNTRY` where it is absent. */
  phone?: string;
  /** The family name is written first. */
  familyFirst?: true;
}

export const NO_COUNTRY = '+999 5550 ####';

export const PLACES: readonly [HomePlace, ...HomePlace[]] = [
  {
    country: 'DE',
    given: ['Zoë', 'Jürgen', 'Änne', 'Sören', 'Grete'],
    family: ['Beispiel', 'Müster-Muster', 'Probst-Probe'],
    address: ['Musterstraße', '1####', 'Musterstadt', 'Berlin'],
    phone: '+49 30 23125 ###',
  },
  {
    country: 'US',
    given: ['Sam', 'Renée', 'Mary-Jo', 'José'],
    family: ['Example', "O'Sample", 'Testwell Jr.'],
    address: ['Sample Avenue', '1####', 'Exampleton', 'New York'],
    phone: '+1 212 555 01##',
  },
  {
    country: 'GB',
    given: ['Siân', 'Alfie', 'Niamh'],
    family: ['Enghraifft', 'Specimen', 'Test-Example'],
    address: ['Specimen Lane', 'ZZ## #ZZ', 'Sampleford', 'Greater London'],
    phone: '+44 20 7946 0###',
  },
  {
    country: 'ES',
    given: ['Ñuria', 'Íñigo', 'Concepción'],
    family: ['Ejemplo Muestra', 'de la Prueba'],
    address: ['Calle de la Muestra', '08###', 'Villaejemplo', 'Cataluña'],
  },
  {
    country: 'PL',
    given: ['Łucja', 'Świętosław', 'Żaneta'],
    family: ['Przykładowa', 'Próbka'],
    address: ['ulica Przykładowa', '##-###', 'Przykładów', 'Mazowieckie'],
  },
  {
    country: 'NO',
    given: ['Øystein', 'Åse', 'Bjørg'],
    family: ['Prøve', 'Eksempelsen'],
    address: ['Prøveveien', '5###', 'Eksempelvik', 'Vestland'],
  },
  {
    country: 'TR',
    given: ['Çiğdem', 'İpek', 'Gökçe'],
    family: ['Örnek', 'Deneme'],
    address: ['Örnek Sokağı', '35###', 'Örnekköy', 'İzmir'],
  },
  {
    country: 'GR',
    given: ['Ωραία', 'Γιώργος'],
    family: ['Δοκιμή', 'Παράδειγμα'],
    address: ['Οδός Δοκιμής', '1## ##', 'Παράδειγμα', 'Αττική'],
  },
  {
    country: 'BG',
    given: ['Ольга', 'Йордан'],
    family: ['Примерова', 'Образецов'],
    address: ['улица Пример', '1###', 'Примерово', 'София'],
  },
  {
    country: 'JP',
    given: ['さくら', '健太'],
    family: ['見本', '試験'],
    address: ['見本通り', '1##-####', '見本市', '東京都'],
    familyFirst: true,
  },
  {
    country: 'EG',
    given: ['مريم', 'يوسف'],
    family: ['مثال', 'تجربة'],
    address: ['شارع المثال', '11###', 'مدينة المثال', 'القاهرة'],
  },
  {
    country: 'VN',
    given: ['Ngọc', 'Đức'],
    family: ['Thí Dụ', 'Mẫu'],
    address: ['Đường Thí Dụ', '1#####', 'Thị xã Mẫu', 'Hà Nội'],
    familyFirst: true,
  },
];
