import type { PageWords } from "#lib/http/pages/words/english";

export const DUTCH: PageWords = {
  optional: "(optioneel)",
  fullStop: ".",
  name: "Naam",
  email: "E-mail",
  emailHint: "Zodat we je kunnen antwoorden.",
  message: "Bericht",
  files: "Bestanden",
  filesHint:
    "Maximaal 5 bestanden, samen hoogstens {limit} MB: PDF, afbeeldingen, tekst, Office, OpenDocument of ZIP.",
  select: "Selecteren…",
  intro: "Je bericht komt rechtstreeks in onze inbox.",
  send: "Bericht versturen",
  notSentYet: "Je bericht is nog niet verstuurd.",
  checkBelow: "Controleer het hieronder en verstuur het dan.",
  trap: "Laat dit leeg",
  scriptNeeded:
    "De spamcontrole heeft JavaScript nodig. Zet het aan om dit formulier te versturen.",
  consent: "Stuur mij een automatisch antwoord per e-mail",
  thanksTitle: "Bedankt",
  thanksText: "We hebben je bericht ontvangen via “{form}”.",
  closePage: "Je kunt deze pagina sluiten.",
  thanksShort: "Bedankt. We hebben je bericht ontvangen.",
  sendAnother: "Nog een bericht versturen",
  backTo: "Terug naar {host}",
  closedTab: "Gesloten",
  closedTitle: "“{form}” is gesloten",
  closedText:
    "Dit formulier neemt nu geen berichten aan. Probeer het later opnieuw of neem op een andere manier contact op met de eigenaar van de site.",
  fullTab: "Niet beschikbaar",
  fullTitle: "“{form}” kan nu geen berichten aannemen",
  fullText:
    "Een bericht dat je nu schrijft, kan niet worden verstuurd. Neem op een andere manier contact op met de eigenaar van de site of probeer het later opnieuw.",
  notFoundTitle: "Pagina niet gevonden",
  notFoundText:
    "Controleer of de link volledig is. Zo ja, dan is het formulier misschien verplaatst of verwijderd. Vraag om een nieuwe link.",
  optOut: {
    brokenTitle: "Deze link werkt niet",
    brokenText:
      "Er lijkt een deel te ontbreken. Open de link opnieuw vanuit de e-mail of kopieer de hele link.",
    brokenAdvice:
      "Helpt dat niet, beantwoord dan de e-mail en vraag om geen automatische antwoorden meer te sturen.",
    doneTitle: "Je bent afgemeld",
    doneText:
      "Je krijgt geen automatische antwoorden meer van deze afzender, welk formulier je ook gebruikt.",
    doneAdvice: "Je berichten komen nog steeds aan. Je kunt deze pagina sluiten.",
    askTitle: "Afmelden voor automatische antwoorden?",
    askText:
      "Je kreeg een automatisch antwoord omdat je daar bij het versturen van een bericht om vroeg.",
    askAdvice: "Als je je afmeldt, krijg je geen automatische antwoorden meer van deze afzender.",
    button: "Afmelden",
  },
  confirm: {
    thanks:
      "Nog één stap: klik op de knop in de e-mail die we je hebben gestuurd. Pas dan ontvangen we je bericht.",
    subject: "Bevestig je bericht",
    ask: "Klik op de knop om je bericht naar “{form}” te versturen. Pas dan komt het aan.",
    ignore:
      "Heb je het niet geschreven? Dan hoef je niets te doen. Het wordt na 7 dagen verwijderd.",
    button: "Mijn bericht versturen",
    goneTitle: "Deze link werkt niet meer",
    goneText:
      "Het bericht is verwijderd. Wil je het nog versturen? Vul het formulier dan opnieuw in.",
  },
  notSent: "Niet verstuurd",
  notSentTitle: "Je bericht kon niet worden verstuurd",
  waitTitle: "Een ogenblik",
  to: "Aan: {form}",
  yourMessage: "Je bericht",
  sendAgain: "Opnieuw versturen",
  sendFromThere: "Ga terug naar de vorige pagina en verstuur het daar opnieuw.",
  copy: "Hier is een kopie van wat je hebt ingevuld.",
  copyMessage: "Mijn bericht kopiëren",
  copied: "Gekopieerd.",
  goBack:
    "Gebruik de knop Terug van je browser. Wat je hebt ingevuld, staat er waarschijnlijk nog.",
  fileLost: "Je browser heeft {files} niet bewaard. Selecteer het bestand opnieuw.",
  filesLost: "Je browser heeft {files} niet bewaard. Selecteer de bestanden opnieuw.",
  nthValue: "{label} ({n} van {count})",
  unnamed: "Veld zonder naam",
  unexpectedReason: "Er is bij ons iets misgegaan.",
  waitAndSend: "Wacht even en verstuur het opnieuw.",
  waitFor: "Wacht {time} en verstuur het opnieuw.",
  tellOwner: "Neem op een andere manier contact op met de eigenaar van de site.",
  sizes: "Het mag hoogstens {limit} MB zijn met bestanden of 256 KB zonder.",
  errors: {
    validation_failed: {
      reason: "Sommige velden kloppen nog niet.",
      advice: "Verbeter ze en verstuur je bericht opnieuw.",
    },
    empty_submission: {
      reason: "Je bericht is leeg.",
      advice: "Schrijf iets en verstuur het opnieuw.",
    },
    too_many_fields: {
      reason: "Je bericht heeft te veel velden of bestanden.",
      advice: "Een bericht kan tot 100 velden en 5 bestanden hebben.",
    },
    file_type_not_allowed: {
      reason: "Een van je bestanden kon niet worden verstuurd.",
      advice: "Selecteer een ander bestand en verstuur je bericht opnieuw.",
    },
    uploads_disabled: {
      reason: "Dit formulier neemt geen bestanden aan.",
      advice: "Verstuur je bericht zonder bestanden.",
    },
    turnstile_required: {
      reason: "De spamcontrole ontbreekt.",
      advice: "Voltooi de controle en verstuur je bericht opnieuw.",
    },
    turnstile_failed: {
      reason: "De spamcontrole is mislukt.",
      advice: "Doe de controle opnieuw en verstuur je bericht nog eens.",
    },
    idempotency_key_reused: {
      reason: "Dit bericht is na het versturen gewijzigd.",
      advice: "Verstuur het opnieuw om ook de nieuwe versie te bezorgen.",
    },
    idempotency_in_progress: {
      reason: "Je bericht wordt opgeslagen.",
      advice: "Wacht een paar seconden. Opnieuw versturen maakt geen dubbel bericht.",
    },
    submission_too_large: {
      reason: "Je bericht is te groot.",
      advice: "Maak het kleiner of voeg kleinere bestanden toe en verstuur het opnieuw.",
    },
    invalid_json: {
      reason: "We konden je bericht niet lezen.",
      advice: "Verstuur het opnieuw.",
    },
  },
  reasons: {
    rate_limited: "Er zijn in korte tijd te veel berichten verstuurd.",
    allowance_exceeded: "Dit formulier kan nu geen berichten meer aannemen.",
    service_unavailable: "We konden je bericht niet opslaan.",
    storage_unavailable: "We konden je bestanden niet opslaan.",
    unsupported_media_type: "We konden je bericht niet lezen.",
    origin_not_allowed:
      "Dit formulier neemt geen berichten aan van de pagina waar je vandaan komt.",
    form_paused: "Dit formulier is nu gesloten.",
    not_found: "Op dit adres is geen formulier.",
  },
  faults: {
    missing: "Dit veld is verplicht",
    unchecked: "Vink dit vakje aan",
    no_file: "Selecteer een bestand",
    several: "Er is maar één waarde mogelijk",
    several_files: "Er is maar één bestand mogelijk",
    not_text: "Hier is geen bestand mogelijk",
    not_file: "Hier is een bestand nodig",
    email: "Vul een e-mailadres in, zoals naam@example.com",
    url: "Vul een webadres in dat begint met https:// of http://",
    phone: "Vul een telefoonnummer in met minstens 3 cijfers",
    number: "Vul een getal in",
    date: "Vul een datum in, zoals 2026-11-21",
    option: "Selecteer een van de opties",
    unknown: "Dit formulier heeft dat veld niet",
    too_short: "Vul minstens {limit} tekens in",
    too_long: "Vul hoogstens {limit} tekens in",
    too_small: "De waarde moet minstens {limit} zijn",
    too_large: "De waarde mag hoogstens {limit} zijn",
    too_early: "De datum mag niet vóór {limit} liggen",
    too_late: "De datum mag niet na {limit} liggen",
  },
};
