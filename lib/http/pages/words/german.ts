import type { PageWords } from "#lib/http/pages/words/english";

export const GERMAN: PageWords = {
  optional: "(optional)",
  fullStop: ".",
  name: "Name",
  email: "E-Mail",
  emailHint: "Damit wir Ihnen antworten können.",
  message: "Nachricht",
  files: "Dateien",
  filesHint:
    "Bis zu 5 Dateien, zusammen höchstens {limit} MB: PDF, Bilder, Text, Office, OpenDocument oder ZIP.",
  select: "Auswählen…",
  intro: "Ihre Nachricht landet direkt in unserem Posteingang.",
  send: "Nachricht senden",
  notSentYet: "Ihre Nachricht wurde noch nicht gesendet.",
  checkBelow: "Bitte prüfen Sie sie unten und senden Sie sie dann ab.",
  trap: "Bitte leer lassen",
  scriptNeeded:
    "Die Spam-Prüfung braucht JavaScript. Schalten Sie es ein, um das Formular zu senden.",
  consent: "Ich möchte eine automatische Antwort per E-Mail",
  thanksTitle: "Vielen Dank",
  thanksText: "Ihre Nachricht ist über „{form}“ bei uns angekommen.",
  closePage: "Sie können diese Seite schließen.",
  thanksShort: "Vielen Dank. Ihre Nachricht ist angekommen.",
  sendAnother: "Weitere Nachricht senden",
  backTo: "Zurück zu {host}",
  closedTab: "Geschlossen",
  closedTitle: "„{form}“ ist geschlossen",
  closedText:
    "Dieses Formular nimmt gerade keine Nachrichten an. Bitte versuchen Sie es später erneut oder wenden Sie sich auf anderem Weg an die Betreiber der Website.",
  fullTab: "Nicht verfügbar",
  fullTitle: "„{form}“ kann gerade keine Nachrichten annehmen",
  fullText:
    "Eine Nachricht könnte jetzt nicht gesendet werden. Bitte wenden Sie sich auf anderem Weg an die Betreiber der Website oder versuchen Sie es später erneut.",
  notFoundTitle: "Seite nicht gefunden",
  notFoundText:
    "Prüfen Sie, ob der Link vollständig ist. Wenn ja, wurde das Formular vielleicht verschoben oder gelöscht. Bitten Sie um einen neuen Link.",
  optOut: {
    brokenTitle: "Dieser Link funktioniert nicht",
    brokenText:
      "Ein Teil scheint zu fehlen. Öffnen Sie ihn erneut aus der E-Mail oder kopieren Sie den ganzen Link.",
    brokenAdvice:
      "Wenn das nicht hilft, antworten Sie auf die E-Mail und bitten Sie, keine automatischen Antworten mehr zu senden.",
    doneTitle: "Sie sind abgemeldet",
    doneText:
      "Sie erhalten von diesem Absender keine automatischen Antworten mehr, egal welches Formular Sie nutzen.",
    doneAdvice: "Ihre Nachrichten kommen weiterhin an. Sie können diese Seite schließen.",
    askTitle: "Von automatischen Antworten abmelden?",
    askText:
      "Sie haben eine automatische Antwort erhalten, weil Sie beim Senden einer Nachricht darum gebeten haben.",
    askAdvice:
      "Wenn Sie sich abmelden, erhalten Sie von diesem Absender keine automatischen Antworten mehr.",
    button: "Abmelden",
  },
  confirm: {
    thanks:
      "Noch ein Schritt: Klicken Sie auf die Schaltfläche in der E-Mail, die wir Ihnen geschickt haben. Erst dann kommt Ihre Nachricht bei uns an.",
    subject: "Bitte bestätigen Sie Ihre Nachricht",
    ask: "Klicken Sie auf die Schaltfläche, um Ihre Nachricht an „{form}“ zu senden. Erst dann kommt sie an.",
    ignore:
      "Wenn Sie sie nicht geschrieben haben, müssen Sie nichts tun. Sie wird nach 7 Tagen gelöscht.",
    button: "Meine Nachricht senden",
    goneTitle: "Dieser Link funktioniert nicht mehr",
    goneText:
      "Die Nachricht wurde gelöscht. Wenn Sie sie noch senden möchten, füllen Sie das Formular bitte erneut aus.",
  },
  reply: {
    reason:
      "Sie erhalten diese E-Mail, weil Sie beim Senden einer Nachricht an {sender} um eine automatische Antwort gebeten haben.",
    optOut: "Von automatischen Antworten abmelden",
  },
  failure: {
    title: "Etwas ist schiefgegangen",
    text: "Bitte versuchen Sie es gleich noch einmal.",
    unreadTitle: "Wir konnten diese Anfrage nicht lesen",
    unreadText: "Bitte gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.",
    directTitle: "Diese Seite lässt sich nicht direkt aufrufen",
    directText: "Öffnen Sie die Seite in einem Browser oder senden Sie ihr Formular ab.",
    formTitle: "Dieses Formular kann gerade nicht angezeigt werden",
  },
  spamLink: {
    askTitle: "Diese Nachricht als Spam markieren?",
    ask: "Die Nachricht über „{form}“ wird in den Spam verschoben. E-Mails und Webhook-Ereignisse dazu, die noch warten, werden nicht gesendet.",
    button: "Als Spam markieren",
    doneTitle: "Als Spam markiert",
    done: "Die Nachricht über „{form}“ liegt im Spam. Was dazu noch gesendet werden sollte, wurde abgebrochen.",
    undo: "War das ein Versehen? Verschieben Sie sie im Posteingang zurück: {url}",
    gone: "Die Nachricht wurde gelöscht, Ihre Adresse ist kein Empfänger mehr oder die E-Mail ist älter als 30 Tage.",
  },
  recipient: {
    askTitle: "Bestätigen Sie Ihre E-Mail-Adresse",
    ask: "{workspace} möchte Nachrichten aus Website-Formularen an {email} senden.",
    warning:
      "Bestätigen Sie nur, wenn Sie {workspace} kennen. Vorher erhalten Sie keine Nachrichten.",
    button: "Adresse bestätigen",
    doneTitle: "Adresse bestätigt",
    done: "Vielen Dank. {workspace} kann jetzt Nachrichten an {email} senden.",
    againTitle: "Bereits bestätigt",
    again: "{email} ist bereits bestätigt. Sie müssen nichts weiter tun.",
    expired: "Er ist vielleicht abgelaufen. Bestätigungslinks gelten 24 Stunden.",
    askAgain: "Bitten Sie die Person, die das Formular betreibt, um einen neuen.",
    isYours: "Ist das Ihr Formular?",
    toDashboard: "Zum Dashboard",
  },
  notSent: "Nicht gesendet",
  notSentTitle: "Ihre Nachricht konnte nicht gesendet werden",
  waitTitle: "Einen Moment, bitte",
  to: "An: {form}",
  yourMessage: "Ihre Nachricht",
  sendAgain: "Erneut senden",
  sendFromThere: "Gehen Sie zur vorherigen Seite zurück und senden Sie sie von dort erneut.",
  copy: "Hier ist eine Kopie Ihrer Eingaben.",
  copyMessage: "Meine Nachricht kopieren",
  copied: "Kopiert.",
  goBack:
    "Nutzen Sie die Zurück-Taste Ihres Browsers. Ihre Eingaben sollten dort noch vorhanden sein.",
  fileLost: "Ihr Browser hat {files} nicht behalten. Bitte wählen Sie die Datei erneut aus.",
  filesLost: "Ihr Browser hat {files} nicht behalten. Bitte wählen Sie die Dateien erneut aus.",
  nthValue: "{label} ({n} von {count})",
  unnamed: "Feld ohne Namen",
  unexpectedReason: "Bei uns ist etwas schiefgegangen.",
  waitAndSend: "Bitte warten Sie einen Moment und senden Sie sie erneut.",
  waitFor: "Bitte warten Sie {time} und senden Sie sie erneut.",
  tellOwner: "Bitte wenden Sie sich auf anderem Weg an die Betreiber der Website.",
  sizes: "Sie kann mit Dateien höchstens {limit} MB groß sein, ohne Dateien 256 KB.",
  errors: {
    validation_failed: {
      reason: "Einige Felder stimmen noch nicht.",
      advice: "Bitte korrigieren Sie sie und senden Sie Ihre Nachricht erneut.",
    },
    empty_submission: {
      reason: "Ihre Nachricht ist leer.",
      advice: "Bitte schreiben Sie etwas und senden Sie sie erneut.",
    },
    too_many_fields: {
      reason: "Ihre Nachricht hat zu viele Felder oder Dateien.",
      advice: "Eine Nachricht kann bis zu 100 Felder und 5 Dateien haben.",
    },
    file_type_not_allowed: {
      reason: "Eine Ihrer Dateien konnte nicht gesendet werden.",
      advice: "Bitte wählen Sie eine andere Datei und senden Sie Ihre Nachricht erneut.",
    },
    uploads_disabled: {
      reason: "Dieses Formular nimmt keine Dateien an.",
      advice: "Bitte senden Sie Ihre Nachricht ohne Dateien.",
    },
    turnstile_required: {
      reason: "Die Spam-Prüfung fehlt.",
      advice: "Bitte führen Sie sie durch und senden Sie Ihre Nachricht erneut.",
    },
    turnstile_failed: {
      reason: "Die Spam-Prüfung ist fehlgeschlagen.",
      advice: "Bitte wiederholen Sie sie und senden Sie Ihre Nachricht erneut.",
    },
    idempotency_key_reused: {
      reason: "Diese Nachricht wurde nach dem Senden geändert.",
      advice: "Senden Sie sie erneut, damit auch die neue Fassung ankommt.",
    },
    idempotency_in_progress: {
      reason: "Ihre Nachricht wird gerade gespeichert.",
      advice: "Bitte warten Sie einige Sekunden. Erneutes Senden erzeugt kein Duplikat.",
    },
    submission_too_large: {
      reason: "Ihre Nachricht ist zu groß.",
      advice: "Bitte kürzen Sie sie oder wählen Sie kleinere Dateien und senden Sie sie erneut.",
    },
    invalid_json: {
      reason: "Wir konnten Ihre Nachricht nicht lesen.",
      advice: "Bitte senden Sie sie erneut.",
    },
  },
  reasons: {
    rate_limited: "In kurzer Zeit wurden zu viele Nachrichten gesendet.",
    allowance_exceeded: "Dieses Formular kann gerade keine weiteren Nachrichten annehmen.",
    service_unavailable: "Wir konnten Ihre Nachricht nicht speichern.",
    storage_unavailable: "Wir konnten Ihre Dateien nicht speichern.",
    unsupported_media_type: "Wir konnten Ihre Nachricht nicht lesen.",
    origin_not_allowed:
      "Dieses Formular nimmt keine Nachrichten von der Seite an, von der Sie kommen.",
    form_paused: "Dieses Formular ist zurzeit geschlossen.",
    not_found: "Unter dieser Adresse gibt es kein Formular.",
  },
  faults: {
    missing: "Dieses Feld wird benötigt",
    unchecked: "Bitte setzen Sie hier ein Häkchen",
    no_file: "Bitte wählen Sie eine Datei aus",
    several: "Nur ein Wert ist möglich",
    several_files: "Nur eine Datei ist möglich",
    not_text: "Hier ist keine Datei möglich",
    not_file: "Hier wird eine Datei benötigt",
    email: "Bitte geben Sie eine E-Mail-Adresse wie name@example.com ein",
    url: "Bitte geben Sie eine Webadresse ein, die mit https:// oder http:// beginnt",
    phone: "Bitte geben Sie eine Telefonnummer mit mindestens 3 Ziffern ein",
    number: "Bitte geben Sie eine Zahl ein",
    date: "Bitte geben Sie ein Datum wie 2026-11-21 ein",
    option: "Bitte wählen Sie eine der Möglichkeiten",
    unknown: "Dieses Formular hat kein solches Feld",
    too_short: "Mindestens {limit} Zeichen sind nötig",
    too_long: "Höchstens {limit} Zeichen sind möglich",
    too_small: "Der Wert muss mindestens {limit} sein",
    too_large: "Der Wert darf höchstens {limit} sein",
    too_early: "Das Datum darf nicht vor dem {limit} liegen",
    too_late: "Das Datum darf nicht nach dem {limit} liegen",
  },
};
