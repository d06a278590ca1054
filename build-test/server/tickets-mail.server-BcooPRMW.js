import { a as MailFrame, c as Title, d as Section, f as Row, i as MailButton, l as render, m as markAsElement, n as DISPLAY, o as Paragraph, p as Column, r as Fact, s as TEXT, t as COLORS, u as Text } from "./mail-layout.server-DRk7mx7Z.js";
import { c as formatEuros, l as ASSOCIATION } from "./qr-matrix-2PuWa8aE.js";
import { n as eventLines, t as EventFacts } from "./event-facts.server-B9vyHqZw.js";
import { jsx, jsxs } from "react/jsx-runtime";
import * as React$1 from "react";
// node_modules/react-email/dist/components/hr/hr.mjs
var Hr = React$1.forwardRef(({ style, ...props }, ref) => /* @__PURE__ */ jsx("hr", {
	...props,
	ref,
	style: {
		width: "100%",
		border: "none",
		borderColor: "transparent",
		borderTop: "1px solid #eaeaea",
		...style
	}
}));
Hr.displayName = "Hr";
markAsElement(Hr);
// node_modules/react-email/dist/components/img/img.mjs
var Img = React$1.forwardRef(({ alt, src, width, height, style, ...props }, ref) => /* @__PURE__ */ jsx("img", {
	...props,
	alt: alt ?? "",
	height,
	ref,
	src,
	style: {
		display: "block",
		outline: "none",
		border: "none",
		textDecoration: "none",
		...style
	},
	width
}));
Img.displayName = "Img";
markAsElement(Img);
// app/features/tickets/mails/tickets-mail.server.tsx
/** One mail per order, with every ticket as a picture; its plain text stands alone. */
async function ticketsLetter(order) {
	return {
		subject: `${order.tickets.length === 1 ? "El teu tiquet" : "Els teus tiquets"}: ${order.eventTitle} (${order.orderNumber})`,
		text: plainText(order),
		html: await render(/* @__PURE__ */ jsx(TicketsMailBody, { order }))
	};
}
function TicketsMailBody({ order }) {
	const one = order.tickets.length === 1;
	return /* @__PURE__ */ jsxs(MailFrame, {
		preview: `${order.dateText} · ${one ? "1 tiquet" : `${order.tickets.length} tiquets`} · ${formatEuros(order.total)}`,
		children: [/* @__PURE__ */ jsxs(Section, {
			className: "pad",
			style: { padding: "30px 32px 8px" },
			children: [
				/* @__PURE__ */ jsx(Title, { children: one ? "Ja tens el teu tiquet!" : "Ja tens els teus tiquets!" }),
				/* @__PURE__ */ jsx(Paragraph, { children: one ? SHOW_ONE : SHOW_MANY }),
				/* @__PURE__ */ jsx(EventFacts, { order }),
				/* @__PURE__ */ jsxs(Row, { children: [/* @__PURE__ */ jsx(Column, {
					style: {
						width: "62%",
						verticalAlign: "top"
					},
					children: /* @__PURE__ */ jsx(Fact, {
						label: "Comanda",
						children: order.orderNumber
					})
				}), /* @__PURE__ */ jsx(Column, {
					style: { verticalAlign: "top" },
					children: /* @__PURE__ */ jsx(Fact, {
						label: "Total",
						children: formatEuros(order.total)
					})
				})] }),
				/* @__PURE__ */ jsx(MailButton, {
					href: order.orderUrl,
					children: "Veure la comanda"
				}),
				/* @__PURE__ */ jsxs(Section, {
					style: { padding: "0 0 26px" },
					children: [/* @__PURE__ */ jsx(Paragraph, {
						small: true,
						children: "L'enllaç és personal: qui el té pot veure els tiquets. No el compartisques."
					}), /* @__PURE__ */ jsx(Paragraph, {
						small: true,
						children: ENCLOSED
					})]
				})
			]
		}), order.tickets.map((ticket, index) => /* @__PURE__ */ jsx(TicketPart, {
			ticket,
			title: one ? "El tiquet" : `Tiquet ${index + 1} de ${order.tickets.length}`
		}, ticket.ticketNumber))]
	});
}
var ENCLOSED = "Adjunts van un PDF per a imprimir o guardar i l'acte per al teu calendari.";
var SHOW_ONE = "Ensenya el codi QR a la porta: des d'este correu, des de les fotos del mòbil o imprés. Serveix per a una entrada.";
var SHOW_MANY = "Ensenya el codi QR de cada tiquet a la porta: des d'este correu, des de les fotos del mòbil o imprés. Cada codi serveix per a una entrada.";
function TicketPart({ ticket, title }) {
	return /* @__PURE__ */ jsxs(Section, {
		className: "pad",
		style: { padding: "0 32px 30px" },
		children: [
			/* @__PURE__ */ jsx(Hr, {
				className: "rule",
				style: {
					margin: "0 0 22px",
					border: 0,
					borderTop: `2px dashed ${COLORS.line}`
				}
			}),
			/* @__PURE__ */ jsxs(Row, { children: [/* @__PURE__ */ jsx(Column, {
				style: { verticalAlign: "bottom" },
				children: /* @__PURE__ */ jsx("h2", {
					className: "ink",
					style: {
						margin: 0,
						font: `700 22px/1.2 ${DISPLAY}`,
						color: COLORS.ink
					},
					children: title
				})
			}), /* @__PURE__ */ jsx(Column, {
				align: "right",
				style: { verticalAlign: "bottom" },
				children: /* @__PURE__ */ jsx(Text, {
					className: "ink",
					style: {
						margin: 0,
						font: `700 18px/1.2 ${TEXT}`,
						color: COLORS.ink
					},
					children: formatEuros(ticket.price)
				})
			})] }),
			/* @__PURE__ */ jsx(Text, {
				className: "soft",
				style: {
					margin: "4px 0 14px",
					font: `500 14px/1.4 ${TEXT}`,
					color: COLORS.inkSoft
				},
				children: ticket.ticketNumber
			}),
			/* @__PURE__ */ jsx(Img, {
				src: `cid:${ticket.contentId}`,
				alt: `Tiquet ${ticket.ticketNumber} amb el seu codi QR`,
				width: "420",
				style: {
					display: "block",
					width: "100%",
					maxWidth: "420px",
					height: "auto",
					margin: "0 auto",
					borderRadius: "20px"
				}
			}),
			choices(ticket).map(({ label, items }) => /* @__PURE__ */ jsx(Fact, {
				label: label.text,
				children: items.map((item, index) => /* @__PURE__ */ jsxs("span", { children: [
					index > 0 && /* @__PURE__ */ jsx("br", {}),
					item.emoji,
					" ",
					item.name
				] }, `${item.id}-${index}`))
			}, label.key))
		]
	});
}
function choices(ticket) {
	return [...ticket.menu.map((section) => ({
		label: {
			key: section.sectionId,
			text: section.sectionName
		},
		items: section.items
	})), {
		label: {
			key: "extras",
			text: "Extres"
		},
		items: ticket.extras
	}].filter(({ items }) => items.length > 0);
}
function plainText(order) {
	return [
		order.tickets.length === 1 ? "Ja tens el teu tiquet!" : "Ja tens els teus tiquets!",
		"",
		...eventLines(order),
		"",
		`Comanda: ${order.orderNumber}`,
		`Total: ${formatEuros(order.total)}`,
		"",
		...order.tickets.flatMap((ticket, index) => [
			`Tiquet ${index + 1}: ${ticket.ticketNumber} · ${formatEuros(ticket.price)}`,
			...choices(ticket).map(({ label, items }) => `  ${label.text}: ${items.map((item) => item.name).join(", ")}`),
			""
		]),
		"Cada tiquet va adjunt com a imatge, i tots junts en un PDF, amb el codi QR que has d'ensenyar a la porta.",
		"També tens adjunt l'acte per al teu calendari.",
		"Si no els veus, els trobaràs ací (l'enllaç és personal, no el compartisques):",
		order.orderUrl,
		"",
		`${ASSOCIATION.name} · ${ASSOCIATION.phone.text} · ${ASSOCIATION.email}`
	].join("\n");
}
export { ticketsLetter };

//# sourceMappingURL=tickets-mail.server-BcooPRMW.js.map