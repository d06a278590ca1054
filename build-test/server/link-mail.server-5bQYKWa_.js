import { a as MailFrame, c as Title, d as Section, i as MailButton, l as render, o as Paragraph } from "./mail-layout.server-DRk7mx7Z.js";
import { l as ASSOCIATION } from "./qr-matrix-2PuWa8aE.js";
import { jsx, jsxs } from "react/jsx-runtime";
// app/features/accounts/mails/link-mail.server.tsx
var RESET = {
	title: "Restaura la contrasenya",
	what: "Algú, segurament tu, ha demanat posar una contrasenya nova al teu compte. Obri este enllaç i tria-la:",
	button: "Posar una contrasenya nova",
	limits: "L'enllaç és personal, funciona una sola vegada i caduca d'ací a 24 hores. Si en demanes un altre, este deixa de valdre.",
	notYou: "Si no ho has demanat tu, no cal que faces res: la contrasenya que tens continua servint."
};
var INVITATION = {
	title: `Ja tens compte a ${ASSOCIATION.name}`,
	what: "T'hem obert un compte per a comprar amb els teus preus i tindre sempre a mà els teus tiquets. Tria la teua contrasenya en este enllaç:",
	button: "Triar la contrasenya",
	limits: "L'enllaç és personal, funciona una sola vegada i caduca d'ací a 7 dies. Després pots demanar-ne un altre des de «Has oblidat la contrasenya?».",
	notYou: "Si no saps per què reps este correu, contesta'ns i ho mirem."
};
/** Brings the link for a forgotten password. */
async function resetLetter(mail) {
	return letter(mail, RESET);
}
/** Brings the owner of a new account the link for the first password. */
async function invitationLetter(mail) {
	return letter(mail, INVITATION);
}
async function letter(mail, wording) {
	const foot = `${ASSOCIATION.name} · ${ASSOCIATION.phone.text} · ${ASSOCIATION.email}`;
	return {
		subject: wording.title,
		text: [
			wording.title,
			"",
			greeting(mail.name),
			"",
			wording.what,
			"",
			mail.url,
			"",
			wording.limits,
			wording.notYou,
			"",
			foot
		].join("\n"),
		html: await render(/* @__PURE__ */ jsx(LinkMailBody, {
			mail,
			wording
		}))
	};
}
function LinkMailBody({ mail, wording }) {
	return /* @__PURE__ */ jsx(MailFrame, {
		preview: wording.limits,
		children: /* @__PURE__ */ jsxs(Section, {
			className: "pad",
			style: { padding: "30px 32px 34px" },
			children: [
				/* @__PURE__ */ jsx(Title, { children: wording.title }),
				/* @__PURE__ */ jsx(Paragraph, { children: greeting(mail.name) }),
				/* @__PURE__ */ jsx(Paragraph, { children: wording.what }),
				/* @__PURE__ */ jsx(MailButton, {
					href: mail.url,
					children: wording.button
				}),
				/* @__PURE__ */ jsx(Paragraph, { children: wording.limits }),
				/* @__PURE__ */ jsx(Paragraph, {
					small: true,
					children: wording.notYou
				})
			]
		})
	});
}
function greeting(name) {
	return name.trim() === "" ? "Hola," : `Hola, ${name.trim()}:`;
}
export { invitationLetter, resetLetter };

//# sourceMappingURL=link-mail.server-5bQYKWa_.js.map