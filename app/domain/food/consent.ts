export const CONSENT_TEXT =
  'Són dades de salut. Les volem només per a preparar i servir el teu plat: les veuen la cuina i qui et servix, i qui reparteix els llocs si necessites un lloc accessible. ' +
  "No ixen a la porta, ni en llistats, ni en correus. S'esborren 7 dies després de l'acte, o abans si ho demanes. Si no vols dir-ho, pots comprar igual.";

export const OWN_CONSENT = 'Són meues i accepte que les useu així';
export const OTHERS_CONSENT = "Són d'una altra persona. Tinc el permís de la persona";
