import { expect, test } from "vitest";
import { meaningOf } from "#lib/core/fields/name-meanings";
import { LANGUAGES, UNSAVED_PAGE } from "#lib/domain/forms/page/page-schema";
import { pageTextsFor } from "#lib/entry/visitor-pages/words/page-texts";

const EMAIL = `email|EMAIL|e_mail|E-Mail|eMail|Email Address|email-address|emailAddress|emailaddress|mail|Mail Adresse|your-email|youremail|userEmail|customer.email
contact[email]|form[email]|fields[email]|form_fields[email]|data.attributes.email|fields.email.value|email*|email:|Your Email (required)|Email (we won’t share it)|email2|email-1
et_pb_contact_email_0|exampleInputEmail1|q4_email4|inputEmail|txtEmail|cf-email|What is your email address?|contact_email|sender_email|work email|company_email
E-Mail-Adresse|Ihre E-Mail-Adresse|Emailadresse|E-mailadres|uw e-mailadres|courriel|Adresse e-mail *|votre adresse e-mail|Adresse électronique|correo|Correo electrónico:|tu correo
Endereço de e-mail|seu e-mail|indirizzo email|Il tuo indirizzo email|Posta elettronica|adres e-mail|Twój e-mail|e-posta|E-Posta Adresiniz|електронна пошта|Ваш email|Електронна адреса
البريد الإلكتروني|البريد الالكتروني|بريدك الإلكتروني|דוא"ל|דוא״ל|כתובת דוא״ל|אימייל|メールアドレス|メールアドレス（必須）|ﾒｰﾙｱﾄﾞﾚｽ|お客様のメールアドレス|邮箱|您的邮箱|电子邮件|電子郵件|E-postadresse|이메일`;
const NAME = `name|Name*|your-name|yourname|full_name|fullName|Full Name|contact name|customer[name]|form_fields[name]|et_pb_contact_name_0|Ihr Name|Vor- und Nachname|nom|Nom et prénom|nombre
Nombre y apellidos|Nome completo|Nome e cognome|Naam|Imię i nazwisko|Ad Soyad|Adınız|Ім’я|Ім'я|ПІБ|الاسم|الاسم الكامل|שם|שם מלא|お名前|お名前（必須）|氏名|姓名|您的姓名`;
const OTHER = `email_subject|mailing list|email_confirm|confirm_email|newsletter|emailOptIn|friend_email|friend[email]|items.0.email|company name|company[name]|product name|event.name|file name
form_name|field name|domain name|username|nickname|Field2|input_3|entry.123|wpforms[fields][1]|message|subject|address|phone|topic|2|[]|*|name_of_company`;

test.for(EMAIL.split(/[|\n]/))("%j means the address", (name) => {
  expect(meaningOf(name)).toBe("email");
});

test.for(NAME.split(/[|\n]/))("%j means the name", (name) => {
  expect(meaningOf(name)).toBe("name");
});

test.for(OTHER.split(/[|\n]/))("%j means neither", (name) => {
  expect(["email", "name", "given_name", "family_name"]).not.toContain(meaningOf(name));
});

test("the labels of the hosted form are understood in all of its languages", () => {
  for (const language of LANGUAGES) {
    const { email, name } = pageTextsFor({ ...UNSAVED_PAGE, language }, null).words;
    expect(meaningOf(email), language).toBe("email");
    expect(meaningOf(name), language).toBe("name");
  }
});

test("a name is only read, whatever it's made of", () => {
  for (const name of [
    "",
    "\u0300".repeat(100),
    "(".repeat(100),
    "[".repeat(100),
    "\ud800",
    "__proto__",
    "constructor",
  ])
    expect(meaningOf(name), name).toBeNull();
});
