import type { CastChoice, YearAct } from './cast.ts';

const CASAL = 'Casal, carrer Major 7';
const CARRER = 'Carrer Major';
const PLACA = 'Plaça de la Falla';
const CARPA = 'Carpa del carrer Major';

const ENTREPANS: readonly CastChoice[] = [
  { name: 'Llonganissa amb tomaca', emoji: '🌭', prices: [700, 600, 500], allergens: ['gluten'] },
  { name: 'Truita de creïlla', emoji: '🍳', prices: [650, 550, 450], allergens: ['gluten', 'eggs'], diets: ['vegetarian'] },
];

type Act = Pick<YearAct, 'key' | 'title' | 'from' | 'time' | 'image' | 'description'> & Partial<YearAct>;

/** With tickets, unless `maxTickets` is 0. */
function act(own: Act): YearAct {
  return { endTime: null, location: PLACA, referencePrice: 0, visibility: 'public', saleEnd: null, maxTickets: null, sections: [], options: [], ...own };
}

/** On the street, for whoever comes. */
function streetAct(own: Act): YearAct {
  return act({ maxTickets: 0, ...own });
}

/** The acts of the year that have their day, March first of all. */
export const YEAR: readonly YearAct[] = [
  streetAct({ key: 'sant-antoni', from: '01-16', weekday: 'dissabte', time: '19:30', title: 'Foguera de Sant Antoni', image: '🔥', description: 'Coca, vi i la primera foguera de l\'any.' }),
  streetAct({ key: 'carnestoltes', from: '02-08', weekday: 'dissabte', time: '18:00', title: 'Ball de disfresses infantil', image: '🎭', location: CASAL, description: 'Disfressats, grans i menuts.' }),

  streetAct({ key: 'crida', from: '03-01', weekday: 'dissabte', time: '19:30', endTime: '20:30', title: 'La Crida', image: '📢', location: "Balcó de l'Ajuntament", description: 'Les falleres majors conviden tot el poble. Després, castell de focs.' }),
  streetAct({ key: 'cavalcada', from: '03-01', weekday: 'diumenge', time: '18:00', title: 'Cavalcada del Ninot', image: '🤡', location: CARRER, description: 'Comparses, carros i molta sàtira.' }),
  streetAct({ key: 'banderoles', from: '03-03', time: '18:30', title: 'Taller de banderoles', image: '🎨', location: CASAL, description: 'Tisores, cola i paper de seda: el carrer es guarnix entre tots.' }),
  act({ key: 'vins', from: '03-04', weekday: 'divendres', time: '20:30', endTime: '22:30', title: 'Tast de vins i formatges', image: '🧀', location: CASAL, description: 'Cinc vins de la terra i els formatges del Maestrat.', referencePrice: 900, maxTickets: 50 }),
  streetAct({ key: 'batucada', from: '03-05', time: '20:00', title: 'Assaig obert de la batucada', image: '🥁', location: CASAL, description: 'Per a qui vullga provar-ho: hi ha tambors per a tots.' }),
  act({ key: 'paelles-infantils', from: '03-06', weekday: 'dissabte', time: '12:30', endTime: '17:00', title: 'Concurs infantil de paelles', image: '🍚', location: "Pati de l'escola", description: 'Un fogó per colla i un gran que mira. Les racions es mengen a l\'ombra.', referencePrice: 500, maxTickets: 80, saleEnd: { daysBefore: 2 } }),
  streetAct({ key: 'llibret', from: '03-08', time: '20:00', title: 'Presentació del llibret', image: '📖', location: 'Casa de la Cultura', description: 'Els versos de la falla, llegits per qui els ha escrits.' }),
  streetAct({ key: 'ninots', from: '03-09', time: '18:00', endTime: '21:00', title: 'Exposició de ninots', image: '🗿', location: CASAL, description: 'Es vota el ninot que s\'ha de salvar del foc.' }),
  streetAct({ key: 'globota', from: '03-10', weekday: 'diumenge', time: '12:00', title: 'Globotà', image: '🎉', description: 'Mil globus de colors, i una mascletà que no fa por.' }),
  act({ key: 'berenar', from: '03-10', time: '17:30', endTime: '19:30', title: 'Berenar de les falleres infantils', image: '🥐', location: CASAL, description: 'Coca, suc i assaig de l\'himne. Gratis, però cal apuntar-se.', maxTickets: 60 }),
  streetAct({ key: 'albades', from: '03-11', time: '22:00', title: "Nit d'albades", image: '🎶', location: CARRER, description: 'De balcó en balcó, amb dolçaina i cant d\'estil.' }),
  act({ key: 'playbacks', from: '03-12', weekday: 'dissabte', time: '22:30', endTime: '02:00', title: 'Nit de playbacks', image: '🎤', location: CARPA, description: 'Onze colles, un jurat sense pietat i ball fins tard.', referencePrice: 400, maxTickets: 220 }),
  streetAct({ key: 'llums', from: '03-13', time: '20:00', title: 'Encesa dels llums', image: '🏮', location: CARRER, description: 'El carrer s\'encén de punta a punta.' }),
  streetAct({ key: 'planta-infantil', from: '03-14', time: '17:30', title: 'Plantà de la falla infantil', image: '🎨', description: 'Els xiquets planten la seua, amb berenar.' }),

  streetAct({ key: 'planta', from: '03-15', time: '20:30', title: 'La Plantà', image: '🏗', description: 'Peça a peça fins a la matinada. A mitjanit ha d\'estar dreta.' }),
  act({
    key: 'sopar-planta',
    from: '03-15',
    time: '21:30',
    endTime: '00:30',
    title: 'Sopar de la Plantà',
    image: '🌭',
    location: CARPA,
    description: 'Entrepà i cervesa mentre la falla puja.',
    referencePrice: 700,
    maxTickets: 250,
    kitchenDeadline: { daysBefore: 2, time: '20:00' },
    sections: [{ name: 'Entrepà', required: true, maxSelection: 1, items: ENTREPANS }],
    options: [{ name: 'Got de la falla', emoji: '🥤', prices: [200, 200, 150] }],
  }),
  streetAct({ key: 'desperta', from: '03-16', time: '08:00', title: 'Despertà', image: '🧨', location: CARRER, description: 'Trons de bac i la xaranga. Qui no vullga matinar, que es pose taps.' }),
  streetAct({ key: 'premis', from: '03-16', time: '18:00', title: 'Lliurament de premis', image: '🎊', location: "Plaça de l'Ajuntament", description: 'A vore què diu el jurat enguany.' }),
  act({ key: 'versions', from: '03-16', time: '23:30', endTime: '04:00', title: 'Nit de versions', image: '🎸', location: CARPA, description: 'Les cançons de sempre, amb guitarres i la disco mòbil.', referencePrice: 600, maxTickets: 500 }),
  streetAct({ key: 'mascleta-17', from: '03-17', time: '14:00', title: 'Mascletà', image: '💥', description: 'Cent quilos de pólvora, a càrrec de Pirotècnia La Traca.' }),
  act({
    key: 'paella-gegant',
    from: '03-17',
    time: '14:45',
    endTime: '18:00',
    title: 'Dinar de la paella gegant',
    image: '🥘',
    location: CARRER,
    description: 'Una paella per a cinc-cents, taula llarga i cadira de casa.',
    referencePrice: 800,
    maxTickets: 500,
    saleEnd: { daysBefore: 3 },
    sections: [
      {
        name: 'Ració',
        required: true,
        maxSelection: 1,
        items: [
          { name: 'Paella', emoji: '🥘', prices: [800, 700, 600], allergens: [] },
          { name: 'Paella de verdures', emoji: '🥕', prices: [800, 700, 600], allergens: [], diets: ['vegetarian', 'vegan'] },
        ],
      },
    ],
  }),
  act({ key: 'bunyols', from: '03-17', time: '18:30', endTime: '20:30', title: 'Xocolate amb bunyols', image: '🍩', description: 'De carabassa, acabats de fer. Gratis, però cal apuntar-se.', maxTickets: 200 }),
  streetAct({ key: 'mascleta-18', from: '03-18', time: '14:00', title: 'Mascletà de vespra', image: '💥', description: 'La que fa tremolar els vidres.' }),
  streetAct({ key: 'ofrena', from: '03-18', time: '17:30', title: 'Ofrena de flors', image: '💐', location: 'Església de Sant Bartomeu', description: 'Tota la comissió, amb les seues millors gales.' }),
  act({
    key: 'sopar-ofrena',
    from: '03-18',
    time: '22:00',
    endTime: '01:30',
    title: "Sopar de l'Ofrena",
    image: '🍽️',
    location: CARPA,
    description: 'Plat calent, postres i orquestra.',
    referencePrice: 1500,
    maxTickets: 300,
    kitchenDeadline: { daysBefore: 3, time: '20:00' },
    asksNeeds: true,
    sections: [
      {
        name: 'Plat',
        required: true,
        maxSelection: 1,
        items: [
          { name: 'Galtes amb carxofes', emoji: '🍖', prices: [1500, 1300, 1100], allergens: ['sulphites'] },
          { name: 'Suquet de rap', emoji: '🐟', prices: [1600, 1400, 1200], allergens: ['fish', 'nuts'] },
          { name: 'Lasanya de verdures', emoji: '🥬', prices: [1300, 1100, 900], allergens: ['gluten', 'milk'], diets: ['vegetarian'] },
        ],
      },
    ],
    options: [{ name: 'Ampolla de vi', emoji: '🍷', prices: [250, 200, 150], allergens: ['sulphites'] }],
  }),
  streetAct({ key: 'missa', from: '03-19', time: '11:30', title: 'Missa de Sant Josep', image: '⛪', location: 'Església de Sant Bartomeu', description: 'Amb la coral del poble.' }),
  streetAct({ key: 'mascleta-19', from: '03-19', time: '14:00', title: 'Mascletà de Sant Josep', image: '💥', description: "L'última de l'any: la més forta." }),
  streetAct({ key: 'crema-infantil', from: '03-19', time: '20:00', title: 'Cremà infantil', image: '🔥', description: 'La menuda s\'acomiada primer.' }),
  act({ key: 'sopar-crema', from: '03-19', time: '21:00', title: 'Sopar de la Cremà', image: '🍲', location: CASAL, visibility: 'comision', description: "De la comissió: cullera i abraçades abans del foc.", referencePrice: 600, maxTickets: 120 }),
  streetAct({ key: 'crema', from: '03-19', time: '23:00', title: 'La Cremà', image: '🎆', description: 'Nou metres de foc. I demà, a pensar en la pròxima.' }),

  act({ key: 'fresca', from: '06-20', weekday: 'dissabte', time: '21:30', endTime: '01:00', title: 'Sopar a la fresca', image: '🥗', location: CARRER, description: 'Cadascú porta el sopar; la beguda i la música les posem nosaltres.', referencePrice: 300, maxTickets: 200 }),
  streetAct({ key: 'festes', from: '08-23', time: '18:00', title: 'Dia de la falla a les festes', image: '🎷', description: 'Xaranga, barra i jocs de carrer a les festes del poble.' }),
  act({ key: 'nou-octubre', from: '10-09', time: '14:30', endTime: '18:00', title: "Dinar del Nou d'Octubre", image: '🍲', location: CASAL, description: 'Arròs al forn i mocaorà.', referencePrice: 1000, maxTickets: 120, saleEnd: { daysBefore: 2 } }),
];
