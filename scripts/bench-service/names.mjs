// Names of people who do not exist, one of a given and one of a family name: 3,600 different ones.
export const GIVEN =
  words(`ana maria jose lukas anna sofia emma olga ivan peter paul john james robert linda susan karen
  li wu chen wei min yuki hana jean pierre marie luc claire hugo lea nina eva max tom tim kim lena julia laura sara nora
  ella mia zoe amy ruth adam noah liam omar aisha fatima ahmed yusuf elif deniz priya`);
export const FAMILY = words(`smith jones garcia martinez sanchez muller schmidt fischer weber meyer wagner becker schulz
  hoffmann nowak kowalski novak horvat rossi russo ferrari bianchi dubois martin bernard petit durand leroy moreau tanaka
  suzuki sato wang zhang liu yang huang zhao zhou silva santos oliveira souza jensen hansen nielsen larsen olsen berg
  lindqvist virtanen papadopoulos yilmaz kaya demir haddad khan patel singh okafor mensah`);

function words(text) {
  return text.split(/\s+/);
}
