// Doesn't use Zod, because pages load this file.

/** The meaning of a field's name for its value. */
export type Meaning = "email" | "name" | "given_name" | "family_name" | "phone" | "other";

/**
 * Words for these meanings in names of fields, in the languages of the visitors' pages and a few
 * more.
 */
export const MEANING_WORDS: Readonly<Record<Meaning, string>> = {
  email: `email; mail; e-mail address; mail address; email addr; email id; mail id; email from;
    E-Mail-Adresse; Mailadresse; e-mailadres; mailadres; courriel; adresse e-mail; adresse mail; adresse courriel; adresse de courriel; adresse électronique;
    adresse de messagerie; courrier électronique; mél; correo; correo electrónico; correo-e; dirección de correo; dirección de correo electrónico;
    dirección de email; dirección email; dirección electrónica; endereço de e-mail; endereço e-mail; endereço eletrônico; endereço eletrónico;
    correio eletrônico; correio eletrónico; indirizzo e-mail; indirizzo mail; indirizzo di posta; indirizzo di posta elettronica; posta elettronica;
    adres e-mail; adres mailowy; adres poczty elektronicznej; poczta elektroniczna; mejl; e-posta; e-posta adresi; e-posta adresiniz; e-postanız; e-mail adresi; e-mail adresiniz; mail adresi;
    elektronik posta; електронна пошта; ел. пошта; електронна адреса; адреса електронної пошти; пошта; емейл; імейл; е-мейл; мейл; email адреса;
    البريد الإلكتروني; بريد إلكتروني; بريدك الإلكتروني; عنوان البريد الإلكتروني; عنوان بريدك الإلكتروني; الإيميل; إيميل; البريد;
    דוא״ל; דואל; דואר אלקטרוני; כתובת דוא״ל; כתובת דואל; כתובת דואר אלקטרוני; אימייל; האימייל; הדוא״ל; המייל; כתובת אימייל; מייל; כתובת מייל;
    メール; メールアドレス; Eメール; Eメールアドレス; eメールアドレス; 電子メール; 電子メールアドレス; mailアドレス; emailアドレス; メアド;
    邮箱; 邮箱地址; 电子邮箱; 电子邮箱地址; 电子邮件; 电子邮件地址; 邮件; 邮件地址; 电邮; 電郵; 電郵地址; 電子郵件; 電子郵件地址; 電子信箱; 電子郵箱; 信箱; 郵箱; 郵件;
    электронная почта; эл. почта; адрес электронной почты; почта; e-post; e-postadress; e-postadresse; e-mailadresse; e-mailová adresa; sähköposti; sähköpostiosoite; e-mail cím; 이메일; 이메일 주소; 메일`,
  name: `name; yourname; contactname; customername; sendername; visitorname; clientname; myname; full name; complete name; name and surname; name surname; first and last name; first last name; first name last name; contact person; author;
    vollständiger Name; Vor- und Nachname; Vorname Nachname; Vor- und Zuname; Name Vorname; Name und Vorname; naam; volledige naam; voor- en achternaam;
    nom; nom complet; nom et prénom; nom prénom; prénom et nom; prénom nom; nombre; nombre completo; nombre y apellido; nombre y apellidos; nombres y apellidos; nombre apellidos;
    nome; nome completo; nome e cognome; nome cognome; cognome e nome; nome e sobrenome; nome e apelido; imię i nazwisko; imię nazwisko;
    ad; adı; adınız; ad soyad; ad ve soyad; adı soyadı; adınız soyadınız; adınız ve soyadınız; isim; isminiz; isim soyisim; ім’я; імя; повне ім’я; ім’я та прізвище; ім’я і прізвище; прізвище та ім’я; прізвище ім’я; ПІБ;
    الاسم; اسم; اسمك; الاسم الكامل; الاسم بالكامل; اسمك الكامل; שם; שם מלא; שם ושם משפחה; お名前; 名前; 氏名; ご氏名; お名前（フルネーム）;
    姓名; 名字; 称呼; 稱呼; 全名; 联系人; 聯絡人; имя; полное имя; имя и фамилия; фамилия и имя; фио; navn; fulde navn; fullt navn; namn; nimi; név; jméno; jméno a příjmení; 이름; 성함; 성명`,
  given_name: `first name; fname; forename; given name; first; name first; name given; given; Vorname; Rufname; voornaam; prénom; primer nombre; nombres;
    primeiro nome; primo nome; nome próprio; imię; ilk ad; الاسم الأول; שם פרטי; 名; 名（名前）; fornavn; förnamn; etunimi; keresztnév; křestní jméno`,
  family_name: `last name; lname; surname; family name; second name; last; name last; name family; family; Nachname; Familienname; Zuname; achternaam; familienaam; nom de famille;
    apellido; apellidos; primer apellido; cognome; sobrenome; apelido; último nome; nazwisko; soyad; soyadı; soyadınız; soyisim; прізвище; اسم العائلة; اللقب; الاسم الأخير;
    שם משפחה; 姓; 苗字; 名字（姓）; фамилия; etternavn; efternavn; efternamn; sukunimi; vezetéknév; příjmení`,
  phone: `phone; phone number; phone no; telephone; telephone number; tel; tel no; mobile; mobile number; mobile phone; cell; cell phone; cellphone; contact number; whatsapp;
    Telefon; Telefonnummer; Tel.-Nr.; Handy; Handynummer; Mobil; Mobilnummer; telefoon; telefoonnummer; mobiel; téléphone; numéro de téléphone; portable; teléfono; número de teléfono; móvil; celular;
    telefone; número de telefone; telemóvel; telefono; numero di telefono; cellulare; numer telefonu; telefon numarası; телефон; номер телефону; мобільний; الهاتف; رقم الهاتف; الجوال; רقم الجوال; טלפון; מספר טלפון; נייד;
    電話; 電話番号; お電話番号; 携帯; 携帯電話; 电话; 电话号码; 手机; 手机号; 手机号码; 電話號碼; 手機; номер телефона; 전화번호; 연락처`,
  other: `recipient; recipients; to; send to; mail to; cc; bcc; receiver; admin; admin email; owner; owner email; site email; webmaster`,
};

/** Words without meaning for a field: its owner, that it's a field, or that it's required. */
export const FILLERS: ReadonlySet<string> = new Set(
  `your user contact customer sender visitor client guest my the a an what is s please enter insert type input txt tb et pb cf frm ff mce q required optional
  requis obligatoire obligatorio pflichtfeld verplicht primary main personal reply from lead person subscriber applicant
  ihr ihre dein deine votre ton su tu il tuo la tua seu sua o uw je jouw mijn twoj twoje ваш ваша вашe שלך si 必須 必填`.split(
    /\s+/,
  ),
);
/**
 * Words that may precede *email*, as in `contact_form_email`. Before *name*, they'd change the meaning: `form_name`,
 * `file_name`.
 */
export const EMAIL_FILLERS: ReadonlySet<string> = new Set(
  "company form forms field fields data text value val work business private example contactform billing shipping info lead entry".split(
    " ",
  ),
);
/**
 * Prefixes of names in one word, like `youremail`. They can't precede *name*: `username` is something
 * else.
 */
export const JOINED_FILLER =
  /^(?:your|user|contact|customer|sender|visitor|client|my|input|txt|form)(?=.)/;
/** Words for someone else: `friend_email`. */
export const OTHERS: ReadonlySet<string> = new Set(
  "friend friends recipient recipients receiver referral referrer referee colleague emergency".split(
    " ",
  ),
);
/** Things that have their own name or address: `company[name]` isn't the sender's. */
export const THINGS: ReadonlySet<string> = new Set(
  "company organization organisation business product products event events file files item items project page pet child children confirm confirmation".split(
    " ",
  ),
);
