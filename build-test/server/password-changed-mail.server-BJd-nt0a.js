import { a as MailFrame, c as Title, d as Section, i as MailButton, l as render, o as Paragraph } from "./mail-layout.server-DRk7mx7Z.js";
import { l as ASSOCIATION } from "./qr-matrix-2PuWa8aE.js";
import { t as instantText } from "./instant-text-Dp8lx_F3.js";
import { jsx, jsxs } from "react/jsx-runtime";
// app/features/accounts/mails/password-changed-mail.server.tsx
var TITLE = "La teua contrasenya ha canviat";
var IF_YOU = "Si has sigut tu, no cal que faces res. Per seguretat hem tancat la sessió en els altres dispositius.";
var NOT_YOU = "Si no has sigut tu, posa'n una altra ara mateix i avisa'ns:";
/** Tells an account's owner that its password is another one, so that a stranger's change does not go unseen. */
async function passwordChangedLetter(mail) {
	const when = `La contrasenya del teu compte ha canviat: ${instantText(mail.changedAt.toISOString())}.`;
	const hello = mail.name.trim() === "" ? "Hola," : `Hola, ${mail.name.trim()}:`;
	return {
		subject: TITLE,
		text: [
			TITLE,
			"",
			hello,
			"",
			when,
			IF_YOU,
			"",
			NOT_YOU,
			mail.forgotUrl,
			"",
			`${ASSOCIATION.name} · ${ASSOCIATION.phone.text} · ${ASSOCIATION.email}`
		].join("\n"),
		html: await render(/* @__PURE__ */ jsx(MailFrame, {
			preview: when,
			children: /* @__PURE__ */ jsxs(Section, {
				className: "pad",
				style: { padding: "30px 32px 34px" },
				children: [
					/* @__PURE__ */ jsx(Title, { children: TITLE }),
					/* @__PURE__ */ jsx(Paragraph, { children: hello }),
					/* @__PURE__ */ jsx(Paragraph, { children: when }),
					/* @__PURE__ */ jsx(Paragraph, { children: IF_YOU }),
					/* @__PURE__ */ jsx(Paragraph, { children: NOT_YOU }),
					/* @__PURE__ */ jsx(MailButton, {
						href: mail.forgotUrl,
						children: "Demanar una contrasenya nova"
					})
				]
			})
		}))
	};
}
export { passwordChangedLetter };

//# sourceMappingURL=password-changed-mail.server-BJd-nt0a.js.map