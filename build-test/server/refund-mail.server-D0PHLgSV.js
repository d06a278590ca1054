import { a as MailFrame, c as Title, d as Section, i as MailButton, l as render, o as Paragraph, r as Fact } from "./mail-layout.server-DRk7mx7Z.js";
import { c as formatEuros, l as ASSOCIATION } from "./qr-matrix-2PuWa8aE.js";
import { n as eventLines, t as EventFacts } from "./event-facts.server-B9vyHqZw.js";
import { jsx, jsxs } from "react/jsx-runtime";
// app/features/tickets/mails/refund-mail.server.tsx
var WORDING = {
	late_payment: {
		title: "Et tornem els diners",
		why: "El teu pagament ens ha arribat quan la reserva ja havia caducat i els tiquets ja no estaven disponibles. Ho sentim: te'l tornem sencer.",
		tickets: "Esta comanda no té tiquets vàlids. Si encara vols vindre, mira si en queden a la web."
	},
	second_payment: {
		title: "Has pagat dues vegades",
		why: "Hem rebut un segon pagament de la mateixa comanda. Et tornem el segon.",
		tickets: "Els teus tiquets continuen sent vàlids: no cal que faces res."
	},
	event_cancelled: {
		title: "L'acte s'ha cancel·lat",
		why: "El teu pagament ens ha arribat quan l'acte ja s'havia cancel·lat. Ho sentim: te'l tornem sencer.",
		tickets: "Esta comanda no té tiquets vàlids. A la web veuràs què més fem."
	},
	requested: {
		title: "Et tornem els diners",
		why: "Hem fet la devolució de la teua comanda.",
		tickets: "Els tiquets retornats ja no són vàlids."
	},
	provider: {
		title: "Et tornem els diners",
		why: "S'ha fet la devolució de la teua comanda.",
		tickets: "Els tiquets retornats ja no són vàlids."
	}
};
var WHEN = "L'import torna al mateix mitjà de pagament. Segons el banc, pot tardar entre 5 i 10 dies a aparéixer.";
/** Tells that a payment goes back, how much and why. */
async function refundLetter(refund) {
	const wording = WORDING[refund.reason];
	return {
		subject: `Devolució de ${formatEuros(refund.amount)}: ${refund.eventTitle} (${refund.orderNumber})`,
		text: [
			wording.title,
			"",
			wording.why,
			"",
			`Import: ${formatEuros(refund.amount)}`,
			`Comanda: ${refund.orderNumber}`,
			...eventLines(refund),
			"",
			WHEN,
			wording.tickets,
			"",
			refund.orderUrl,
			"",
			`${ASSOCIATION.name} · ${ASSOCIATION.phone.text} · ${ASSOCIATION.email}`
		].join("\n"),
		html: await render(/* @__PURE__ */ jsx(RefundMailBody, {
			refund,
			wording
		}))
	};
}
function RefundMailBody({ refund, wording }) {
	return /* @__PURE__ */ jsx(MailFrame, {
		preview: `${formatEuros(refund.amount)} · ${refund.orderNumber}`,
		children: /* @__PURE__ */ jsxs(Section, {
			className: "pad",
			style: { padding: "30px 32px 30px" },
			children: [
				/* @__PURE__ */ jsx(Title, { children: wording.title }),
				/* @__PURE__ */ jsx(Paragraph, { children: wording.why }),
				/* @__PURE__ */ jsx(Fact, {
					label: "Import que et tornem",
					children: formatEuros(refund.amount)
				}),
				/* @__PURE__ */ jsx(Fact, {
					label: "Comanda",
					children: refund.orderNumber
				}),
				/* @__PURE__ */ jsx(EventFacts, { order: refund }),
				/* @__PURE__ */ jsx(Paragraph, { children: WHEN }),
				/* @__PURE__ */ jsx(Paragraph, { children: wording.tickets }),
				/* @__PURE__ */ jsx(MailButton, {
					href: refund.orderUrl,
					children: "Veure la comanda"
				})
			]
		})
	});
}
export { refundLetter };

//# sourceMappingURL=refund-mail.server-D0PHLgSV.js.map