import { d as Section, f as Row, n as DISPLAY, p as Column, r as Fact, t as COLORS } from "./mail-layout.server-DRk7mx7Z.js";
import { jsx, jsxs } from "react/jsx-runtime";
// app/features/tickets/mails/event-facts.server.tsx
/** The event in a box of its own: what, when and where. */
function EventFacts({ order }) {
	return /* @__PURE__ */ jsxs(Section, {
		className: "sunken",
		style: {
			margin: "22px 0 0",
			padding: "20px 22px",
			borderRadius: "16px",
			backgroundColor: COLORS.sunken
		},
		children: [
			/* @__PURE__ */ jsxs("h2", {
				className: "ink",
				style: {
					margin: 0,
					font: `700 23px/1.2 ${DISPLAY}`,
					color: COLORS.ink,
					overflowWrap: "anywhere"
				},
				children: [
					order.eventImage,
					" ",
					order.eventTitle
				]
			}),
			/* @__PURE__ */ jsxs(Row, { children: [/* @__PURE__ */ jsx(Column, {
				style: {
					width: "62%",
					paddingRight: "12px",
					verticalAlign: "top"
				},
				children: /* @__PURE__ */ jsx(Fact, {
					label: "Data",
					children: order.dateText
				})
			}), /* @__PURE__ */ jsx(Column, {
				style: { verticalAlign: "top" },
				children: /* @__PURE__ */ jsx(Fact, {
					label: "Hora",
					children: timeText(order)
				})
			})] }),
			/* @__PURE__ */ jsx(Fact, {
				label: "Lloc",
				children: placeText(order)
			})
		]
	});
}
function timeText(order) {
	return order.time.trim() === "" ? "Hora no especificada" : order.time;
}
function placeText(order) {
	return order.location === null || order.location.trim() === "" ? "Ubicació per confirmar" : order.location;
}
/** The event in plain text. */
function eventLines(order) {
	return [
		order.eventTitle,
		`Data: ${order.dateText}`,
		`Hora: ${timeText(order)}`,
		`Lloc: ${placeText(order)}`
	];
}
export { timeText as i, eventLines as n, placeText as r, EventFacts as t };

//# sourceMappingURL=event-facts.server-B9vyHqZw.js.map