/** Mouse, touch and keys on a picture that is panned and zoomed: fingers pan, pinch, pick, or carry something. */

/** How far a finger may stray and still have tapped, in pixels. */
const STILL = 5;

/**
 * @typedef {{
 *   toWorld: (px: number, py: number) => [number, number],
 *   pan: (dx: number, dy: number) => void,
 *   zoom: (by: number, px?: number, py?: number) => void,
 *   ask: () => void,
 * }} Sheet what is moved
 */
/**
 * @typedef {{
 *   pick?: (x: number, y: number, event: PointerEvent) => void,
 *   grab?: (x: number, y: number, event: PointerEvent) => boolean,
 *   drag?: (x: number, y: number) => void,
 *   drop?: (x: number, y: number, event: PointerEvent | null) => void,
 *   point?: (x: number, y: number) => void,
 *   key?: (event: KeyboardEvent) => boolean,
 * }} Gestures what comes of it; `grab`: whether something is taken up here, that follows the finger until it is
 *   dropped, or let go where no event is given
 */

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Sheet} sheet
 * @param {Gestures} gestures
 */
export function listenToHands(canvas, { toWorld, pan, zoom, ask }, { pick, grab, drag, drop, point, key }) {
  /** @type {Map<number, { x: number, y: number }>} */
  const fingers = new Map();
  let [travelled, grabbed] = [0, false];
  const place = (/** @type {PointerEvent | WheelEvent} */ event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, place(event));
    if (fingers.size === 1) {
      travelled = 0;
      const { x, y } = place(event);
      grabbed = grab?.(...toWorld(x, y), event) ?? false;
    } else letGo();
  });
  /** A second finger, or a lost one: nothing is carried any more. */
  function letGo() {
    if (grabbed) drop?.(0, 0, null);
    grabbed = false;
  }
  canvas.addEventListener("pointermove", (event) => {
    const now = place(event);
    const last = fingers.get(event.pointerId);
    if (!last) {
      if (event.pointerType === "mouse") point?.(...toWorld(now.x, now.y));
      return;
    }
    if (fingers.size === 2) {
      const other = /** @type {{ x: number, y: number }} */ ([...fingers].find(([id]) =>
        id !== event.pointerId
      )?.[1]);
      const ratio = Math.hypot(now.x - other.x, now.y - other.y) /
        Math.max(1, Math.hypot(last.x - other.x, last.y - other.y));
      pan((now.x - last.x) / 2, (now.y - last.y) / 2);
      zoom(ratio, (now.x + other.x) / 2, (now.y + other.y) / 2);
      travelled = STILL + 1;
    } else {
      travelled += Math.abs(now.x - last.x) + Math.abs(now.y - last.y);
      if (travelled > STILL && grabbed) drag?.(...toWorld(now.x, now.y));
      else if (travelled > STILL) pan(now.x - last.x, now.y - last.y);
    }
    fingers.set(event.pointerId, now);
  });
  const lift = (/** @type {PointerEvent} */ event) => {
    const there = fingers.delete(event.pointerId);
    if (!there || fingers.size) return;
    const { x, y } = place(event);
    const carried = grabbed && travelled > STILL;
    if (event.type === "pointercancel") return letGo();
    grabbed = false;
    if (carried) drop?.(...toWorld(x, y), event);
    else if (travelled <= STILL) pick?.(...toWorld(x, y), event);
  };
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const { x, y } = place(event);
    if (event.shiftKey) pan(-event.deltaY - event.deltaX, 0);
    else zoom(Math.exp(-Math.max(-80, Math.min(80, event.deltaY)) / 260), x, y);
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = /** @type {{ [key: string]: [number, number] }} */ ({
      ArrowLeft: [90, 0],
      ArrowRight: [-90, 0],
      ArrowUp: [0, 90],
      ArrowDown: [0, -90],
    })[event.key];
    if (step && event.shiftKey) pan(...step);
    else if (key?.(event)) ask();
    else if (step) pan(...step);
    else if (event.key === "+" || event.key === "=") zoom(1.25);
    else if (event.key === "-") zoom(0.8);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}
