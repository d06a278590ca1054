/**
 * Passwords that are tried first. Our rules ask for a capital and a digit, which people add to a common word at its
 * beginning and its end: so the words are listed, and a password that is only such a word with digits or a sign is refused.
 */
const COMMON_WORDS = new Set(
  `123 abc abcd abcde abcdef aaa aaaa aaaaaa qwe qwer qwert qwerty qwertyuiop azerty asd asdf asdfg asdfgh zxc zxcv zxcvb zxcvbn qaz qazwsx
  password passwort passw pass passwd contrasenya contraseña contrasena contra clau clave secret secreto secreta admin administrador
  administrator root user usuari usuario invitado guest test prova prueba demo temp temporal default changeme cambiame canviam
  letmein welcome benvingut benvinguda bienvenido bienvenida hola holahola hello login acces acceso access master super superman batman
  spiderman pokemon naruto pikachu starwars matrix ninja dragon monkey tigger princess princesa principe prince sunshine shadow football
  baseball futbol futbolista basket tenis iloveyou tequiero teamo tevull amor amorcito carinyo cariño mimamor corazon cor love lovely
  estrella estrelleta sol solet lluna luna cielo angel angelito bebe bonita guapa guapo mama papa mare pare familia familiar hijo hija
  flower summer winter spring autumn verano estiu invierno hivern primavera otonyo tardor january enero gener febrero febrer marzo març
  abril mayo maig junio juny julio juliol agosto agost septiembre setembre octubre noviembre novembre diciembre desembre lunes dilluns
  martes dimarts viernes divendres domingo diumenge
  maria mariajose carmen mariacarmen josefa isabel dolores pilar teresa ana anna laura cristina marta lucia paula sara elena raquel
  patricia silvia rosa angela antonio jose joan juan manuel francisco fran pepe paco david carlos jordi vicent vicente javier xavi
  miguel miquel rafael rafa pedro pere pablo pau sergio alberto alvaro adrian daniel dani alejandro alex jesus angel luis lluis raul
  ivan ruben oscar andres andreu fernando ferran enric enrique ramon robert michael jennifer jessica ashley charlie thomas jordan
  daniela andrea nicole valeria martina emma hugo leo mateo
  valencia valència valenciana valenciano barcelona barça barca madrid realmadrid atletico sevilla betis villarreal levante castello
  castellon alacant alicante benicarlo benicarló vinaros vinaròs peniscola penyiscola espanya espana españa catalunya vila ajuntament
  falla falles fallas faller fallera fallero comissio comision socio soci traca mascleta mascletà paella bunyols bunyol petard petardo
  pirotecnia ninot ofrena ofrenda cremà crema planta plantà festa fiesta festes fiestas
  google facebook instagram whatsapp youtube internet ordinador ordenador computer windows microsoft samsung iphone apple android
  liverpool chelsea arsenal manchester juventus messi ronaldo cristiano neymar ferrari mercedes porsche honda yamaha kawasaki
  chocolate coffee cookie cheese banana orange taronja naranja pepper ginger buster hunter ranger killer jordan23 trustno freedom
  whatever nothing money dinero diners jesuschrist christ blessed god dios deu heaven hockey soccer purple yellow silver golden diamond
  mustang corvette harley maverick phoenix eagle falcon tiger lion leon lleo panther wolf lobo llop gato gat perro gos caballo cavall`.split(/\s+/),
);

/** Letters that people write as signs, so that 'P4ssw0rd' is what it looks like. */
const LOOKS_LIKE: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };

export function isCommonPassword(password: string): boolean {
  const lower = password.normalize('NFKC').toLowerCase();
  const bare = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const undisguised = bare.replace(/[013457@$!]/g, (sign) => LOOKS_LIKE[sign] ?? sign);
  return COMMON_WORDS.has(bare) || COMMON_WORDS.has(undisguised) || isOneHalfTwice(bare);
}

function isOneHalfTwice(word: string): boolean {
  const half = word.slice(0, word.length / 2);
  return half.length > 0 && half + half === word && (COMMON_WORDS.has(half) || new Set(half).size === 1);
}
