import type { PageWords } from "#lib/http/pages/words/english";

export const FRENCH: PageWords = {
  optional: "(facultatif)",
  fullStop: ".",
  name: "Nom",
  email: "E-mail",
  emailHint: "Pour que nous puissions vous répondre.",
  message: "Message",
  files: "Fichiers",
  filesHint:
    "Jusqu’à 5 fichiers, {limit} Mo au total : PDF, images, texte, Office, OpenDocument ou ZIP.",
  select: "Sélectionner…",
  intro: "Votre message arrive directement dans notre boîte de réception.",
  send: "Envoyer le message",
  notSentYet: "Votre message n’a pas encore été envoyé.",
  checkBelow: "Vérifiez-le ci-dessous, puis envoyez-le.",
  trap: "Laissez ce champ vide",
  scriptNeeded:
    "La vérification antispam nécessite JavaScript. Activez-le pour envoyer ce formulaire.",
  consent: "M’envoyer une réponse automatique par e-mail",
  thanksTitle: "Merci",
  thanksText: "Nous avons reçu votre message via « {form} ».",
  closePage: "Vous pouvez fermer cette page.",
  thanksShort: "Merci. Nous avons reçu votre message.",
  sendAnother: "Envoyer un autre message",
  backTo: "Retour à {host}",
  closedTab: "Fermé",
  closedTitle: "« {form} » est fermé",
  closedText:
    "Ce formulaire n’accepte pas de messages pour le moment. Réessayez plus tard ou contactez le propriétaire du site par un autre moyen.",
  fullTab: "Indisponible",
  fullTitle: "« {form} » ne peut pas accepter de messages pour le moment",
  fullText:
    "Un message écrit maintenant ne pourrait pas être envoyé. Contactez le propriétaire du site par un autre moyen ou réessayez plus tard.",
  notFoundTitle: "Page introuvable",
  notFoundText:
    "Vérifiez que le lien est complet. Si c’est le cas, le formulaire a peut-être été déplacé ou supprimé. Demandez un nouveau lien à la personne qui l’a partagé.",
  optOut: {
    brokenTitle: "Ce lien ne fonctionne pas",
    brokenText:
      "Il semble incomplet. Ouvrez-le à nouveau depuis l’e-mail ou copiez le lien entier.",
    brokenAdvice:
      "Si cela ne suffit pas, répondez à l’e-mail et demandez l’arrêt des réponses automatiques.",
    doneTitle: "Vous êtes désabonné",
    doneText:
      "Vous ne recevrez plus de réponses automatiques de cet expéditeur, quel que soit le formulaire utilisé.",
    doneAdvice: "Vos messages lui parviendront toujours. Vous pouvez fermer cette page.",
    askTitle: "Ne plus recevoir de réponses automatiques ?",
    askText:
      "Vous avez reçu une réponse automatique parce que vous l’avez demandée en envoyant un message.",
    askAdvice:
      "Si vous vous désabonnez, vous ne recevrez plus de réponses automatiques de cet expéditeur.",
    button: "Se désabonner",
  },
  confirm: {
    thanks:
      "Encore une étape : appuyez sur le bouton dans l’e-mail que nous vous avons envoyé. Votre message ne nous parvient qu’ensuite.",
    subject: "Confirmez votre message",
    ask: "Appuyez sur le bouton pour envoyer votre message à « {form} ». Il n’arrivera qu’ensuite.",
    ignore:
      "Si vous ne l’avez pas écrit, vous n’avez rien à faire. Il sera supprimé après 7 jours.",
    button: "Envoyer mon message",
    goneTitle: "Ce lien ne fonctionne plus",
    goneText:
      "Le message a été supprimé. Si vous voulez toujours l’envoyer, remplissez à nouveau le formulaire.",
  },
  notSent: "Non envoyé",
  notSentTitle: "Votre message n’a pas pu être envoyé",
  waitTitle: "Un instant, s’il vous plaît",
  to: "À : {form}",
  yourMessage: "Votre message",
  sendAgain: "Envoyer à nouveau",
  sendFromThere: "Revenez à la page précédente et envoyez-le à nouveau depuis celle-ci.",
  copy: "Voici une copie de ce que vous avez saisi.",
  copyMessage: "Copier mon message",
  copied: "Copié.",
  goBack:
    "Utilisez le bouton Retour de votre navigateur. Ce que vous avez saisi devrait encore s’y trouver.",
  fileLost: "Votre navigateur n’a pas conservé {files}. Sélectionnez à nouveau le fichier.",
  filesLost: "Votre navigateur n’a pas conservé {files}. Sélectionnez à nouveau les fichiers.",
  nthValue: "{label} ({n} sur {count})",
  unnamed: "Champ sans nom",
  unexpectedReason: "Une erreur s’est produite de notre côté.",
  waitAndSend: "Patientez un instant et envoyez-le à nouveau.",
  waitFor: "Patientez {time} et envoyez-le à nouveau.",
  tellOwner: "Contactez le propriétaire du site par un autre moyen pour l’en informer.",
  sizes: "Il peut atteindre {limit} Mo avec des fichiers, ou 256 Ko sans.",
  errors: {
    validation_failed: {
      reason: "Certains champs sont à corriger.",
      advice: "Corrigez-les et envoyez à nouveau votre message.",
    },
    empty_submission: {
      reason: "Votre message est vide.",
      advice: "Écrivez quelque chose et envoyez-le à nouveau.",
    },
    too_many_fields: {
      reason: "Votre message contient trop de champs ou de fichiers.",
      advice: "Un message peut contenir jusqu’à 100 champs et 5 fichiers.",
    },
    file_type_not_allowed: {
      reason: "L’un de vos fichiers n’a pas pu être envoyé.",
      advice: "Sélectionnez un autre fichier et envoyez à nouveau votre message.",
    },
    uploads_disabled: {
      reason: "Ce formulaire n’accepte pas de fichiers.",
      advice: "Envoyez votre message sans fichiers.",
    },
    turnstile_required: {
      reason: "La vérification antispam manque.",
      advice: "Effectuez-la et envoyez à nouveau votre message.",
    },
    turnstile_failed: {
      reason: "La vérification antispam a échoué.",
      advice: "Recommencez-la et envoyez à nouveau votre message.",
    },
    idempotency_key_reused: {
      reason: "Ce message a été modifié après son envoi.",
      advice: "Envoyez-le à nouveau pour transmettre aussi la nouvelle version.",
    },
    idempotency_in_progress: {
      reason: "Votre message est en cours d’enregistrement.",
      advice: "Patientez quelques secondes. Un nouvel envoi ne créera pas de doublon.",
    },
    submission_too_large: {
      reason: "Votre message est trop volumineux.",
      advice: "Réduisez-le ou joignez des fichiers plus petits, puis envoyez-le à nouveau.",
    },
    invalid_json: {
      reason: "Nous n’avons pas pu lire votre message.",
      advice: "Envoyez-le à nouveau.",
    },
  },
  reasons: {
    rate_limited: "Trop de messages ont été envoyés en peu de temps.",
    allowance_exceeded: "Ce formulaire ne peut pas accepter d’autres messages pour le moment.",
    service_unavailable: "Nous n’avons pas pu enregistrer votre message.",
    storage_unavailable: "Nous n’avons pas pu enregistrer vos fichiers.",
    unsupported_media_type: "Nous n’avons pas pu lire votre message.",
    origin_not_allowed: "Ce formulaire n’accepte pas de messages depuis la page d’où vous venez.",
    form_paused: "Ce formulaire est fermé pour le moment.",
    not_found: "Il n’y a pas de formulaire à cette adresse.",
  },
  faults: {
    missing: "Ce champ est obligatoire",
    unchecked: "Cochez cette case",
    no_file: "Sélectionnez un fichier",
    several: "Une seule valeur est possible",
    several_files: "Un seul fichier est possible",
    not_text: "Un fichier n’est pas possible ici",
    not_file: "Un fichier est attendu ici",
    email: "Saisissez une adresse e-mail, comme nom@example.com",
    url: "Saisissez une adresse web qui commence par https:// ou http://",
    phone: "Saisissez un numéro de téléphone d’au moins 3 chiffres",
    number: "Saisissez un nombre",
    date: "Saisissez une date, comme 2026-11-21",
    option: "Sélectionnez l’une des options",
    unknown: "Ce formulaire n’a pas ce champ",
    too_short: "Saisissez au moins {limit} caractères",
    too_long: "Saisissez au plus {limit} caractères",
    too_small: "La valeur doit être au moins {limit}",
    too_large: "La valeur doit être au plus {limit}",
    too_early: "La date ne peut pas précéder le {limit}",
    too_late: "La date ne peut pas dépasser le {limit}",
  },
};
