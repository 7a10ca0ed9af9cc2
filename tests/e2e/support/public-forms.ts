/*
 * Five contact forms of public repositories, rebuilt: their elements, names, attributes, and hidden fields as they are
 * there, with words of our own.
 */

/** StartBootstrap/startbootstrap-clean-blog: controls without names, which a script of SB Forms reads. */
export const BOOTSTRAP = `<form id="contactForm" data-sb-form-api-token="API_TOKEN">
  <div class="form-floating">
    <input class="form-control" id="name" type="text" placeholder="Type your name" data-sb-validations="required">
    <label for="name">Full name</label>
    <div class="invalid-feedback" data-sb-feedback="name:required">Your name is missing.</div>
  </div>
  <div class="form-floating">
    <input class="form-control" id="email" type="email" placeholder="Type your email" data-sb-validations="required,email">
    <label for="email">Email address</label>
  </div>
  <div class="form-floating">
    <input class="form-control" id="phone" type="tel" placeholder="Type your number" data-sb-validations="">
    <label for="phone">Phone number</label>
  </div>
  <div class="form-floating">
    <textarea class="form-control" id="message" placeholder="Type your message" style="height: 12rem" data-sb-validations="required"></textarea>
    <label for="message">Message</label>
  </div>
  <div class="d-none" id="submitSuccessMessage">It was sent.</div>
  <button class="btn btn-primary disabled" id="submitButton" type="submit">Send</button>
</form>`;

/** daviddarnes/alembic, a Jekyll theme: Formspree, with its address, subject, and page that follows. */
export const JEKYLL = `<div class="form form--contact"><form class="contact-form" action="https://formspree.io/ada@example.com" method="POST">
  <label class="label" for="name">Name: <span class="required">*</span></label>
  <input class="input" id="name" type="text" name="name" value="" placeholder="Ada" required="required" />
  <label class="label" for="_replyto">Email address: <span class="required">*</span></label>
  <input class="input" id="_replyto" type="email" name="_replyto" value="" placeholder="ada@example.com" required="required" />
  <label class="label" for="message">Message: <span class="required">*</span></label>
  <textarea class="textarea" id="message" name="message" placeholder="Say hello" required="required"></textarea>
  <input class="button" type="submit" value="Send" />
  <small class="small"><span class="required">*</span> is required</small>
  <input type="text" name="_gotcha" style="display:none">
  <input type="hidden" name="_subject" value="From the website">
  <input type="hidden" name="_next" value="/thanks/" />
</form></div>`;

/** CloudCannon/urban-jekyll-template: labels of the wrong control, and the page that follows as its action. */
export const CLOUDCANNON = `<form action="/contact-success/" method="post" class="contact-form">
  <input type="hidden" name="_to" value="owner@example.com" />
  <input type="text" name="_gotcha" style="display: none;" />
  <div class="halves">
    <div>
      <label for="name">Given name</label>
      <input type="text" name="first-name" id="first-name" placeholder="Ada" />
    </div>
    <div>
      <label for="name">Surname</label>
      <input type="text" name="last-name" id="last-name" placeholder="Lovelace" />
    </div>
  </div>
  <label for="email">Email address</label>
  <input type="email" name="email" id="email" placeholder="ada@example.com" required />
  <label for="message">Message</label>
  <textarea name="message" id="message" placeholder="Write to us"></textarea>
  <input type="submit" value="Send" />
</form>`;

/** okkur/syna, a Hugo theme: Netlify, plain inputs, placeholders instead of labels, and hidden fields. */
export const HUGO = `<form class="contact" method="POST" name="contact" id="contact" data-has-netlify="true" netlify>
  <div class="row">
    <input id="name" name="name" class="form-control" type="text" data-validation data-validation-error-msg="Missing" placeholder="Your name *" required>
    <input id="email" name="email" class="form-control" type="text" data-validation="email" placeholder="Your email *" required>
    <input id="phone" name="phone" class="form-control" type="text" data-validation="regex" placeholder="Your phone">
    <textarea id="message" name="message" class="form-control" type="text" data-validation placeholder="Your message *" rows="4" required></textarea>
  </div>
  <div class="generic-success d-none">It was sent.</div>
  <noscript><div id="js-error">Turn JavaScript on.</div></noscript>
  <div netlify-recaptcha></div>
  <button class="btn btn-primary" type="submit">Send</button>
  <input type="hidden" name="site" value="https://www.example.com/"/>
</form>`;

/** dwyl/learn-to-send-email-via-google-script-html-no-server: Google Apps Script, and a honeypot that a stylesheet hides. */
export const GOOGLE_SCRIPT = `<form class="gform pure-form" method="POST" data-email="owner@example.com"
  action="https://script.google.com/macros/s/4711/exec">
  <div class="form-elements">
    <fieldset class="pure-group">
      <label for="name">Name: </label>
      <input id="name" name="name" placeholder="What friends call you" />
    </fieldset>
    <fieldset class="pure-group">
      <label for="message">Message: </label>
      <textarea id="message" name="message" rows="10" placeholder="What you think"></textarea>
    </fieldset>
    <fieldset class="pure-group">
      <label for="email"><em>Your</em> email address:</label>
      <input id="email" name="email" type="email" value="" required placeholder="ada@example.com"/>
    </fieldset>
    <fieldset class="pure-group">
      <label for="color">Favorite color: </label>
      <input id="color" name="color" placeholder="green" />
    </fieldset>
    <fieldset class="pure-group honeypot-field">
      <label for="honeypot">Leave this empty, or we take you for a bot.</label>
      <input id="honeypot" type="text" name="honeypot" value="" />
    </fieldset>
    <button class="button-success">Send</button>
  </div>
  <div class="thankyou_message" style="display:none;"><h2>Thanks</h2></div>
</form>`;
