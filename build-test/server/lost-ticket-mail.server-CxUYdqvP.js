import { a as MailFrame, c as Title, d as Section, i as MailButton, l as render, o as Paragraph } from "./mail-layout.server-DRk7mx7Z.js";
import { l as ASSOCIATION } from "./qr-matrix-2PuWa8aE.js";
import { jsx, jsxs } from "react/jsx-runtime";
// app/features/tickets/mails/lost-ticket-mail.server.tsx
var TITLE = "Recupera els teus tiquets";
var LIMITS = "L'enllaç és personal, funciona una sola vegada i caduca d'ací a 24 hores.";
var NOT_YOU = "Si no ho has demanat tu, no cal que faces res: sense este correu ningú els pot veure.";
/** Brings the way back to tickets that were lost. The tickets themselves stay out: who asked is not known yet. */
async function lostTicketLetter(mail) {
	return {
		subject: TITLE,
		text: [
			TITLE,
			"",
			found(mail),
			"",
			mail.linkUrl,
			"",
			LIMITS,
			NOT_YOU,
			"",
			`${ASSOCIATION.name} · ${ASSOCIATION.phone.text} · ${ASSOCIATION.email}`
		].join("\n"),
		html: await render(/* @__PURE__ */ jsx(LostTicketBody, { mail }))
	};
}
function found({ ticketCount }) {
	return ticketCount === 1 ? "Tens 1 tiquet per als pròxims actes. Obri este enllaç per a veure'l i descarregar-lo:" : `Tens ${ticketCount} tiquets per als pròxims actes. Obri este enllaç per a veure'ls i descarregar-los:`;
}
function LostTicketBody({ mail }) {
	return /* @__PURE__ */ jsx(MailFrame, {
		preview: LIMITS,
		children: /* @__PURE__ */ jsxs(Section, {
			className: "pad",
			style: { padding: "30px 32px 34px" },
			children: [
				/* @__PURE__ */ jsx(Title, { children: TITLE }),
				/* @__PURE__ */ jsx(Paragraph, { children: found(mail) }),
				/* @__PURE__ */ jsx(MailButton, {
					href: mail.linkUrl,
					children: "Veure els meus tiquets"
				}),
				/* @__PURE__ */ jsx(Paragraph, { children: LIMITS }),
				/* @__PURE__ */ jsx(Paragraph, {
					small: true,
					children: NOT_YOU
				})
			]
		})
	});
}
export { lostTicketLetter };

//# sourceMappingURL=lost-ticket-mail.server-CxUYdqvP.js.map