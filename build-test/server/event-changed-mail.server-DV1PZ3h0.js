import { a as MailFrame, c as Title, d as Section, i as MailButton, l as render, o as Paragraph, r as Fact } from "./mail-layout.server-DRk7mx7Z.js";
import { l as ASSOCIATION } from "./qr-matrix-2PuWa8aE.js";
import { i as timeText, n as eventLines, r as placeText, t as EventFacts } from "./event-facts.server-B9vyHqZw.js";
import { jsx, jsxs } from "react/jsx-runtime";
// app/features/tickets/mails/event-changed-mail.server.tsx
var STILL_VALID = "Els teus tiquets continuen sent vàlids: no cal que faces res. Te'ls tornem a adjuntar amb les dades noves.";
var CANNOT_COME = `Si ara no et va bé, contacta'ns: ${ASSOCIATION.phone.text} · ${ASSOCIATION.email}`;
/** Tells everyone who bought a ticket that day, hour or place are others now. */
async function eventChangedLetter(change) {
	const title = titleOf(change);
	return {
		subject: `${title} (${change.orderNumber})`,
		text: [
			title,
			"",
			"Ara és:",
			...eventLines(change),
			"",
			...beforeLines(change).map(({ label, value }) => `${label}: ${value}`),
			"",
			STILL_VALID,
			CANNOT_COME,
			"",
			`Comanda: ${change.orderNumber}`,
			change.orderUrl,
			"",
			`${ASSOCIATION.name} · ${ASSOCIATION.phone.text} · ${ASSOCIATION.email}`
		].join("\n"),
		html: await render(/* @__PURE__ */ jsx(EventChangedBody, {
			change,
			title
		}))
	};
}
function titleOf({ before, eventTitle }) {
	const when = before.when?.isSameDay === true ? "L'hora" : "La data";
	if (before.when !== void 0 && before.place !== void 0) return `${when} i el lloc de «${eventTitle}» han canviat`;
	return `${before.place === void 0 ? when : "El lloc"} de «${eventTitle}» ha canviat`;
}
function beforeLines({ before }) {
	return [...before.when === void 0 ? [] : [{
		label: "Abans era",
		value: before.when.text
	}], ...before.place === void 0 ? [] : [{
		label: "El lloc d'abans",
		value: before.place
	}]];
}
function EventChangedBody({ change, title }) {
	return /* @__PURE__ */ jsx(MailFrame, {
		preview: `Ara: ${change.dateText}, ${timeText(change)} · ${placeText(change)}`,
		children: /* @__PURE__ */ jsxs(Section, {
			className: "pad",
			style: { padding: "30px 32px 30px" },
			children: [
				/* @__PURE__ */ jsx(Title, { children: title }),
				/* @__PURE__ */ jsx(EventFacts, { order: change }),
				beforeLines(change).map(({ label, value }) => /* @__PURE__ */ jsx(Fact, {
					label,
					children: /* @__PURE__ */ jsx("s", { children: value })
				}, label)),
				/* @__PURE__ */ jsx(Paragraph, { children: STILL_VALID }),
				/* @__PURE__ */ jsx(MailButton, {
					href: change.orderUrl,
					children: "Veure la comanda"
				}),
				/* @__PURE__ */ jsx(Paragraph, {
					small: true,
					children: CANNOT_COME
				})
			]
		})
	});
}
export { eventChangedLetter };

//# sourceMappingURL=event-changed-mail.server-DV1PZ3h0.js.map