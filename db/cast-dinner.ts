import type { NeedCode } from '#app/domain/food/needs.ts';

/** People who bought together for the first dinner. Its hall is arranged for all but those who come late. */
export interface CastBuyers {
  name: string;
  /** Of a group, by its name; whoever comes first makes it. */
  group?: string;
  /** What others of the group see. */
  firstName?: string;
  tickets: number;
  needs?: readonly { ticket: number; codes: readonly NeedCode[]; other?: string }[];
  isLate?: true;
}

function colla(group: string, ...members: readonly [name: string, tickets: number, more?: Pick<CastBuyers, 'needs' | 'firstName'>][]): CastBuyers[] {
  return members.map(([name, tickets, more]) => ({ name, group, firstName: name.slice(0, name.indexOf(' ')), tickets, ...more }));
}

/** As the cast bought, first to last. */
export const DINNER: readonly CastBuyers[] = [
  ...colla('Els de sempre', ['Ramon Bosch', 4], ['Teresa Miralles', 4, { needs: [{ ticket: 1, codes: ['gluten'] }] }], ['Pere Sorlí', 3], ['Lola Fibla', 2]),
  ...colla('La Traca', ['Sergi Vallés', 5], ['Ximo Esteller', 3, { needs: [{ ticket: 2, codes: ['milk'] }] }]),
  ...colla('Les del cadafal', ['Pilar Marzal', 4, { needs: [{ ticket: 0, codes: ['accessible'] }] }], ['Rosa Cerdà', 3], ['Imma Galán', 2]),
  ...colla('Colla del Port', ['Quico Forés', 6], ['Joan Labèrnia', 4, { needs: [{ ticket: 3, codes: ['crustaceans', 'molluscs'] }] }], ['Voro Anglés', 2]),
  ...colla('Penya El Mocador', ['Nando Arín', 4], ['Mercé Ferrer', 4]),
  ...colla('Quinta del 74', ['Manel Roig', 2], ['Carme Prats', 2], ['Toni Ballester', 2], ['Assumpció Vidal', 4, { needs: [{ ticket: 0, codes: ['accessible'] }, { ticket: 2, codes: [], other: 'Poca sal' }] }]),
  ...colla('Els xarangueros', ['Blai Domènech', 6, { needs: [{ ticket: 4, codes: ['vegetarian'] }] }], ['Marc Tena', 2]),
  ...colla('Carrer Major', ['Amàlia Sanz', 5], ['Vicenta Gil', 3, { firstName: '' }]),
  ...colla('Mares i pares de 5é', ['Alba Segarra', 4], ['Òscar Llorach', 4, { needs: [{ ticket: 2, codes: ['eggs', 'nuts'] }] }], ['Noèlia Pitarch', 3]),
  ...colla('Handbol veterans', ['Héctor Grau', 7, { needs: [{ ticket: 6, codes: ['vegan'] }] }]),
  ...colla('La Foguera', ['Laia Bayarri', 3], ['Arnau Caldés', 3]),
  { name: 'Enric Mateu', tickets: 2 },
  { name: 'Família Sospedra', tickets: 5, needs: [{ ticket: 3, codes: ['peanuts'] }] },
  { name: 'Dolors Pellicer', tickets: 4 },
  { name: 'Andreu Simó', tickets: 2 },
  { name: 'Família Cucala', tickets: 6 },
  { name: 'Consol Julve', tickets: 1 },
  { name: 'Isabel Maura', tickets: 3 },
  { name: 'Gori Febrer', tickets: 4 },
  { name: 'Remei Calvo', tickets: 2, needs: [{ ticket: 0, codes: ['gluten', 'milk'] }] },
  { name: 'Família Añó', tickets: 5 },
  { name: 'Lluís Querol', tickets: 2 },
  { name: 'Neus Beltran', tickets: 3 },
  { ...colla('Els xarangueros', ['Sílvia Compte', 2])[0]!, isLate: true },
  { name: 'Paco Vericat', tickets: 4, isLate: true },
];
