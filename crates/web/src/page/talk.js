// Asking the program, and noticing when it is gone.

const talk = {
  token: "",
  lost: false,
  onback: [],

  /** The token stands behind the `#` of the address; it is kept for this tab and taken out of sight. */
  begin() {
    const given = location.hash.slice(1);
    if (/^[0-9a-f]{64}$/.test(given)) {
      sessionStorage.setItem("synovia-token", given);
      history.replaceState(null, "", location.pathname);
    }
    this.token = sessionStorage.getItem("synovia-token") || "";
  },

  async ask(path, body) {
    const options = { headers: { "X-Synovia-Token": this.token }, cache: "no-store" };
    if (body !== undefined) Object.assign(options, { method: "POST", body: JSON.stringify(body) });
    let answer;
    try {
      answer = await fetch(path, options);
    } catch {
      this.lose("The workbench’s program has stopped or cannot be reached. What you wrote is still here; this page tries again by itself.");
      throw new Gone();
    }
    if (answer.status === 403) this.lose("This page belongs to a program that has ended. Start `synovia open` again and open the address that it prints; copy your study first if it is not saved.");
    else this.find();
    return answer;
  },

  async json(path, body) {
    const answer = await this.ask(path, body);
    const told = await answer.json();
    if (!answer.ok) throw new Refused(told.error || `error ${answer.status}`, answer.status);
    return told;
  },

  lose(text) {
    const banner = document.getElementById("banner");
    banner.textContent = text;
    banner.hidden = false;
    this.lost = true;
  },

  find() {
    if (!this.lost) return;
    this.lost = false;
    document.getElementById("banner").hidden = true;
    toast("The program is back.");
    this.onback.forEach((action) => action());
  },
};

class Gone extends Error {}
class Refused extends Error {
  constructor(text, status) {
    super(text);
    this.status = status;
  }
}

/** A short message that goes away; errors stay until they are closed. */
function toast(text, bad) {
  const box = make("div", bad ? "toast bad" : "toast", make("span", "", text));
  box.append(button("×", "Close this message", () => box.remove()));
  document.getElementById("toasts").append(box);
  if (!bad) setTimeout(() => box.remove(), 5000);
}

/** Does something and shows what goes wrong. */
async function tried(action) {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof Gone)) toast(error.message, true);
    if (!(error instanceof Gone || error instanceof Refused)) window.synovia.errors.push(String(error.stack || error));
    return undefined;
  }
}

/** A header in JSON and the arrays behind it. */
async function unpackLive(answer) {
  if (!(answer.headers.get("Content-Type") || "").includes("octet-stream")) return answer.json();
  const buffer = await answer.arrayBuffer();
  const length = new DataView(buffer).getUint32(0, true);
  const told = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  told.body = { buffer, start: 4 + length };
  return told;
}
