/** Raise it whenever one of the texts changes. */
export const DEFAULT_TERMS_VERSION = '2026-11-23';

export const DEFAULT_TERMS = `## 1. Qui ven els tiquets
{nom}, {adreca}. És una associació sense ànim de lucre: el que s'arreplega es queda en la festa.

## 2. Preus
Els preus són en euros, impostos inclosos, i no hi ha despeses de gestió. El preu de referència és orientatiu: pagues els plats i els extres que tries. Els socis i la comissió poden tindre un altre preu si entren amb el seu compte. El total que val és el que veus abans de pagar; si ha canviat mentrestant, t'ho diem i ho tornes a confirmar.

## 3. Et guardem els tiquets mentre pagues
Quan confirmes la comanda et guardem el lloc mentre pagues amb targeta: mitja hora llarga, i la pàgina de pagament et diu quant en queda. Si en eixe temps no s'ha pagat, els tiquets tornen a la venda i no se't cobra res. Si el pagament arriba tard i encara queda lloc, la comanda és vàlida; si ja no en queda, et tornem tots els diners automàticament i t'ho diem per correu.
- En cada comanda caben com a màxim {tiquets_per_comanda} tiquets.
- La venda es tanca en la data que indica cada esdeveniment o, si no en diu cap, dos hores abans de començar.

## 4. Els teus tiquets
Cada tiquet porta un codi QR únic. El reps al correu que has indicat i el pots descarregar en acabar de pagar. Guarda'l com si fora diners: qui presenta el codi primer és qui entra, i cada codi servix una sola vegada. El pots portar al mòbil o en paper. On l'acte ho permet, pots donar un tiquet a una altra persona amb un enllaç: el codi canvia i el vell ja no val.

## 5. Canvis i devolucions
Són entrades per a un dia concret, i per això la llei no preveu desistiment (article 103.l del Reial decret legislatiu 1/2007). Tot i això, som veïns:
- Si cancel·lem l'acte, et tornem el 100 % a la mateixa targeta en un màxim de 14 dies.
- Si canviem la data o el lloc i no et va bé, també te'l tornem; només has de dir-ho abans de l'acte.
- Si no pots vindre, escriu-nos abans que es tanque la venda i mirarem de tornar-te els diners o canviar el nom.
- Un tiquet ja utilitzat a la porta no es pot tornar.

## 6. Al·lèrgies i observacions
Si l'acte les demana, apunta al·lèrgies i intoleràncies en «Necessitats alimentàries» de cada tiquet: són opcionals, les veuen la cuina i qui servix, i s'esborren 7 dies després de l'acte. On no es demanen, les pots escriure en les observacions, que només llegixen la cuina i l'organització i s'esborren als 30 dies. De cada plat diem quins dels catorze al·lèrgens porta quan ho sabem; on diu «Sense informació», pregunta-ho. La cuina és compartida i no podem garantir l'absència total de traces.

## 7. Menors
Els menors de 16 anys han de vindre acompanyats d'una persona adulta. No se servix alcohol a menors de 18.

## 8. Dubtes i reclamacions
Escriu-nos a {correu} o passa pel casal: /contact. Si no ens posem d'acord, pots acudir a l'oficina de consum del teu ajuntament o al sistema arbitral de consum de la Generalitat. Com tractem les teues dades ho tens a /privacitat.`;

export const DEFAULT_PRIVACY = `## 1. Qui és responsable de les teues dades
{nom}, {adreca}. Per a qualsevol cosa: {correu}.

## 2. Què guardem i per a què
- El correu i, si el poses, el nom: per a enviar-te els tiquets i avisar-te si canvia alguna cosa.
- La comanda: esdeveniment, plats, extres, import, estat del pagament i quan s'ha utilitzat cada tiquet.
- Les observacions, que poden parlar d'al·lèrgies, i el nom de qui menja, si el poses: només les llegixen la cuina i l'organització, no ixen en cap llistat general i s'esborren 30 dies després de l'acte.
- Les necessitats alimentàries d'un tiquet (al·lèrgies, dieta o un lloc accessible), només si les vols dir: són dades de salut. Les veuen la cuina i qui servix eixe plat, i qui reparteix els llocs si en cal un d'accessible. No ixen a la porta, ni en llistats, correus o exportacions, i ningú més no les rep. Si les dius per una altra persona, confirmes que tens el seu permís.
- Si vens amb una colla, el nom de la colla i, si el poses, el teu nom de pila: els veu qui té l'enllaç de la colla.
- Si algú et dona un tiquet, el nom que poses en agafar-lo: el veu qui te'l dona.
- Si esperes lloc per a un acte esgotat, el correu i quants sou: només per a avisar-te.
- Si ets soci o de la comissió, el compte: nom, correu, tipus de compte i la contrasenya xifrada.

Ho fem per a complir la compra que ens demanes i les obligacions comptables que en deriven. Les necessitats alimentàries i les observacions sobre salut, només amb el teu consentiment (article 9.2.a del Reglament general de protecció de dades): no donar-lo no impedix comprar, i el pots retirar quan vulgues des del mateix tiquet, sense dir per què.

## 3. La targeta no la veem mai
El pagament es fa en la pàgina de la passarel·la de pagament. Nosaltres només sabem si ha anat bé i una referència per a poder tornar-te els diners.

## 4. Quant de temps
- Comandes i pagaments: sis anys, perquè ho demana la llei comptable.
- Necessitats alimentàries: 7 dies després de l'acte, o a l'instant si retires el consentiment. Si hem de recuperar una còpia de seguretat, les que ja s'havien d'haver esborrat no tornen.
- Observacions, els noms de les colles, el nom de qui agafa un tiquet donat i el correu de qui esperava lloc: fins a 30 dies després de l'acte.
- Comandes que no s'arriben a pagar: el correu s'esborra abans d'un any.
- Comptes: mentre els tingues; quan el tanques s'esborren les dades que no hem de guardar per llei.

## 5. Amb qui les compartim
Amb ningú més que qui ens fa falta per a funcionar: l'allotjament del web, l'enviament del correu i la passarel·la de pagament, cadascú només amb la seua part i amb contracte. Als autors de les notícies els mostrem com a associació, no amb el seu correu.

## 6. Galetes i memòria del navegador
Fem servir una galeta necessària per a saber que la comanda és teua i, si tens compte, per a mantindre la sessió. La comanda a mig fer es guarda al teu propi navegador, i les necessitats alimentàries només fins que la fas. No n'hi ha cap d'anàlisi ni de publicitat, i per això no et molestem amb cap avís.

## 7. Els teus drets
Pots demanar-nos vore, corregir, esborrar, limitar o endur-te les teues dades, i oposar-te al seu ús: escriu-nos i et contestarem abans d'un mes. Si creus que no ho hem fet bé, pots reclamar a l'Agència Espanyola de Protecció de Dades: https://www.aepd.es. La resta, a /condicions.`;
