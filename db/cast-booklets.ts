export interface CastPage {
  title: string;
  paragraphs: readonly string[];
}

export interface CastBooklet {
  yearsAgo: number;
  motto: string;
  colors: { night: string; glow: string; flame: string };
  pages: readonly CastPage[];
}

const GREETING = 'Un any més, la falla torna a plantar al mig del carrer Major, i un any més ho fem entre tots: els qui cusen, els qui cuinen, els qui paguen la loteria i els qui la venen.';

export const BOOKLETS: readonly CastBooklet[] = [
  {
    yearsAgo: 0,
    motto: 'El foc que mos ajunta',
    colors: { night: '#1e0a14', glow: '#7a1f26', flame: '#f5a524' },
    pages: [
      { title: 'Salutació de la presidenta', paragraphs: [GREETING, 'Enguany el lema és clar: el foc que mos ajunta. Perquè una falla no és el que es crema la nit de Sant Josep, sinó el que queda l\'endemà: la taula llarga, les mans negres de pólvora i les ganes de tornar a començar.', 'Empar Ferreres, presidenta'] },
      { title: 'Fallera Major', paragraphs: ['Neus Pla i Anglés és la nostra Fallera Major. Filla de mariners i neta de la primera presidenta de la falla, Neus va créixer entre els bastidors de la presentació i les xarxes del moll.', 'La seua cort d\'honor: Maria Anglés, Júlia Roca, Carla Soriano i Aitana Lluch.', 'Fallera Major Infantil: Lola Ferreres i Marzà.'] },
      { title: 'El monument', paragraphs: ['«La mar, quan s\'enfada», de l\'artista faller Ximo Esteller. Primer premi de la seua secció.', 'Al remat, una sirena cansada de plàstics es tapa els ulls mentre un polp amb corbata li ven una parcel·la en primera línia. A la base, els carxofars de Benicarló miren com puja l\'aigua i ningú no sap on ha deixat les botes.', 'Altura: set metres i mig. Vint-i-dos ninots. Onze mesos de faena al taller del camí de la Ràpita.'] },
      { title: 'Versos de la mar', paragraphs: ['Si la mar puja un graó,\nquè farem de la carxofa?\nLi posarem salvavides\ni la plantarem a proa.', 'Si el foc baixa un esglaó,\nno patiu, que queda brasa:\nper a torrar botifarra\nsempre en tenim prou a casa.'] },
      { title: 'Programa de festes', paragraphs: ['Dissabte: cavalcada del Ninot, a les sis de la vesprada, des del passeig Marítim.', 'Diumenge: paella de germanor al casal i concurs de truc.', 'La plantà, el quinze de març a boqueta nit, amb coca i mistela per a tots. La despertà, a les huit en punt i sense pietat.', 'La cremà: a les deu la infantil, a mitjanit la gran, si els bombers volen.'] },
      { title: 'Gràcies', paragraphs: ['Als veïns que aguanten els trons, a les cases comercials que s\'anuncien en estes pàgines, i als qui ja no hi són i continuen plantant amb nosaltres.', 'Tots junts a fer comboi.'] },
    ],
  },
  {
    yearsAgo: 1,
    motto: 'Vint-i-cinc anys de pólvora',
    colors: { night: '#0b2a33', glow: '#0b6e69', flame: '#ffd28a' },
    pages: [
      { title: 'Vint-i-cinc anys', paragraphs: ['Fa vint-i-cinc anys, dotze amics es van asseure al voltant d\'una taula de marbre i van decidir que al seu carrer li faltava una falla. No tenien casal, ni diners, ni més pla que una rifa de pernil.', 'D\'aquella taula en queden nou. Del pernil, ni l\'os.'] },
      { title: 'Els primers fallers', paragraphs: ['Vicent Roca, primer president. Amparo Lluch, primera Fallera Major. Josep Marzà, que va portar el primer camió de fusta i encara no li l\'hem pagat.', 'La primera falla es deia «La paella compartida» i cabia en un balcó.'] },
      { title: 'Recepta: la fideuà del casal', paragraphs: ['Per a cent persones: deu quilos de fideu del quatre, quinze de peix de roca per al fumet, sis de gamba, quatre de sépia, i un cuiner que no es deixe aconsellar.', 'El secret, diu Tomàs, és el sofregit: una hora de rellotge i que ningú no el menege sense permís.'] },
      { title: 'Crònica de la nit del foc', paragraphs: ['A la una i deu va caure el remat. La banda tocava el pasdoble «Benicarló» i una xiqueta va preguntar si demà en fariem una altra. Li vam dir que sí.', 'Recompte: tres mànegues, dos sustos, cap ferit.'] },
      { title: 'Cens faller', paragraphs: ['Huitanta-quatre adults, trenta-nou xiquets i un gos, Trompeta, soci d\'honor des del primer any.'] },
    ],
  },
  {
    yearsAgo: 2,
    motto: 'Carxofes i coets',
    colors: { night: '#22300f', glow: '#4c6b1f', flame: '#f0a04b' },
    pages: [
      { title: 'Pròleg', paragraphs: ['Este llibret parla de carxofes perquè vivim entre carxofars, i de coets perquè no sabem estar callats. Si algú se sent retratat en els versos, que pague una ronda.'] },
      { title: 'Explicació de la falla', paragraphs: ['«Carxofa mon amour» és una història d\'amor entre un llaurador de Benicarló i una carxofa que volia ser influencer.', 'Escena primera: el mercat. Escena segona: el telèfon nou. Escena tercera: la denominació d\'origen posa orde.'] },
      { title: 'Versos de la carxofa', paragraphs: ['Carxofa de Benicarló,\nde pell dura i cor molt tendre:\nqui no t\'ha tastat torrada\nno sap què s\'ha de perdre.', 'Qui la vol amb arròs negre,\nqui la vol amb allioli:\njo la vull com l\'any que ve,\nque no mos falte l\'oli.'] },
      { title: 'La setmana gran, dia per dia', paragraphs: ['La crida des del balcó de l\'Ajuntament. L\'exposició del ninot al mercat vell. L\'ofrena a la Mare de Déu de la Mar, amb el mantell de clavells blancs i rojos.', 'I la mascletà del dia dinou: cent vint quilos de pólvora que van fer tremolar els vidres de Vinaròs.'] },
    ],
  },
];
