/**
 * The letters of text in one script, and the encodings it was written in. `common` and `usual` are
 * lowercase letters that a text in one of these languages is likely, or less likely, to contain.
 */
export type Profile = {
  encodings: readonly string[];
  /** Subtags of the languages (BCP 47) that use this script. */
  languages: readonly string[];
  common: string;
  usual: string;
};

const CENTRAL = ["windows-1250", "iso-8859-2"];
const CYRILLIC = ["windows-1251", "koi8-r", "iso-8859-5", "ibm866"];

const WESTERN: readonly [language: string, letters: string][] = [
  ["de", "äöüß"],
  ["fr", "àâæçéèêëîïôœùûüÿ"],
  ["es", "áéíñóúü¿¡"],
  ["pt", "ãõáâàçéêíóôúü"],
  ["it", "àèéìíòóù"],
  ["nl", "éèëïöüáóê"],
  ["da", "æøåé"],
  ["no nb nn", "æøåéòôê"],
  ["sv fi", "åäöé"],
  ["is", "áðéíóúýþæö"],
  ["ca", "àçèéíïòóúü·"],
];

/** Sorted by priority, for texts that fit several equally well. */
export const PROFILES: readonly Profile[] = [
  ...WESTERN.map(([languages, common]) => ({
    encodings: ["windows-1252"],
    languages: languages.split(" "),
    common,
    usual: "",
  })),
  // A text may mix names of several languages.
  {
    encodings: ["windows-1252"],
    languages: [],
    common: "",
    usual: "àáâãäåæçèéêëìíîïñòóôõöøœùúûüýÿß¿¡",
  },
  { encodings: CENTRAL, languages: ["pl"], common: "ąćęłńóśźż", usual: "" },
  { encodings: CENTRAL, languages: ["cs"], common: "áčďéěíňóřšťúůýž", usual: "" },
  { encodings: CENTRAL, languages: ["sk"], common: "áäčďéíĺľňóôŕšťúýž", usual: "" },
  { encodings: CENTRAL, languages: ["hu"], common: "áéíóöőúüű", usual: "" },
  { encodings: CENTRAL, languages: ["sl", "hr", "bs", "sr"], common: "čćđšž", usual: "" },
  { encodings: CENTRAL, languages: ["ro"], common: "ăâîşţ", usual: "" },
  { encodings: ["windows-1254"], languages: ["tr", "az"], common: "çğıİöşü", usual: "âîû" },
  { encodings: ["windows-1257"], languages: ["lt"], common: "ąčęėįšųūž", usual: "" },
  { encodings: ["windows-1257"], languages: ["lv"], common: "āčēģīķļņšūž", usual: "" },
  { encodings: ["windows-1257"], languages: ["et"], common: "äõöüšž", usual: "" },
  {
    encodings: CYRILLIC,
    languages: ["ru"],
    common: "оеаинтсрвлкмдпу",
    usual: "яыьгзбчйхжшюцщэфъё",
  },
  {
    encodings: ["windows-1251", "koi8-u"],
    languages: ["uk", "be"],
    common: "оаинтвріеслкмдпуь",
    usual: "язгбйчхцжїшющєфґўыэё",
  },
  {
    encodings: ["windows-1251"],
    languages: ["bg", "sr", "mk"],
    common: "аоиентрсвлдкпм",
    usual: "узбгчъцщяшхжфюйьјђљњћџѓќѕ",
  },
  {
    encodings: ["windows-1253", "iso-8859-7"],
    languages: ["el"],
    common: "αοιετσνηυρκπλμςάέίόήύώω",
    usual: "βγδζθξφχψϊΐϋΰ",
  },
  {
    encodings: ["windows-1255"],
    languages: ["he", "yi"],
    common: "יוהלאשרתבמנםד",
    usual: "חקעכפצגסזטןךףץ",
  },
  {
    encodings: ["windows-1256"],
    languages: ["ar", "fa", "ur"],
    common: "الينمرتبوهدسفعقكحجةأى",
    usual: "شخصطذضظغءئآإؤزثپچژگ،؟؛",
  },
  {
    encodings: ["windows-874"],
    languages: ["th"],
    common: "กขคงจชดตทนบปผพมยรลวสหอะาเแโไัิีุู่้์",
    usual: "ฃฅฆฉซฌญฎฏฐฑฒณถธฝฟภศษฬฮึืำใ็๊๋ๆฯ",
  },
  {
    encodings: ["windows-1258"],
    languages: ["vi"],
    common: "ăâđêôơưáàéèíóòúùý\u0300\u0301\u0303\u0309\u0323",
    usual: "",
  },
];

/**
 * An encoding of East Asian text. `ranges` has the lead bytes of the characters that its standard calls
 * frequent (level 1), in the encoding that lists them in order.
 */
export type WideProfile = {
  encodings: readonly string[];
  languages: readonly string[];
  frequent: { encoding: string; first: number; last: number };
  /** The most frequent characters in texts and names. */
  common: string;
};

export const WIDE_PROFILES: readonly WideProfile[] = [
  {
    encodings: ["gbk"],
    languages: ["zh", "zh-cn", "zh-sg", "zh-hans"],
    frequent: { encoding: "gbk", first: 0xb0, last: 0xd7 },
    common:
      "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运您请谢询价产质电话邮箱地址联系公司订购留言李刘陈杨赵黄周吴徐孙朱胡林郭罗梁宋郑唐韩冯邓曹彭曾肖田董袁潘蒋蔡余杜叶魏苏吕丁姜伟芳娜敏静丽勇艳杰磊洋涛娟霞军超咨产",
  },
  {
    encodings: ["big5"],
    languages: ["zh-tw", "zh-hk", "zh-mo", "zh-hant"],
    frequent: { encoding: "big5", first: 0xa4, last: 0xc6 },
    common:
      "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運您請謝詢價格電話郵箱地址聯絡訂購留言李劉陳楊趙黃周吳徐孫朱胡林郭羅梁宋鄭唐韓馮鄧曹彭曾蕭田董袁潘蔣蔡余杜葉魏蘇呂丁姜",
  },
  {
    encodings: ["shift_jis", "euc-jp"],
    languages: ["ja"],
    frequent: { encoding: "euc-jp", first: 0xb0, last: 0xcf },
    common:
      "日一国人年大十二本中長出三時行見月後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨会同事自社発者地業方新場員立開手力問代明動京目通言理体田主題意不作用度強公持野以思家世多正安院心界教文元重近考画海売知道集別物使品計死特私始朝運終台広住無真有口少町料工建空急止送切転研足究楽起着店病質待試族銀早映親験英医仕去味写字答夜音注帰古歌買悪図週室歩風紙黒花春赤青館屋色走秋夏習駅洋旅服夕借曜飲肉貸堂鳥飯勉冬昼茶弟牛魚兄犬妹姉漢合問予約連絡資料請求願様株式社佐藤鈴木高橋田中渡辺伊藤山本中村小林加藤吉田山田佐々木口松本井上木村斎清水太郎花子一郎健美恵由紀和浩次県市区都府郵便番号住所氏名",
  },
  {
    encodings: ["euc-kr"],
    languages: ["ko"],
    frequent: { encoding: "euc-kr", first: 0xb0, last: 0xc8 },
    common:
      "이다는을가에의고하지한은를로사도기서대인어자리시나해아정들라수일제전보적그부스으주있상장구동여원조과성소공과니게안습까요세우와할오문녕합신화면요전유비경관내거위마당선지방였았었했되된될때만모무물미민박반받발법변별보분불비상생서석설성세송시실심십아약양언업없여역연영예올완외요용운울월위유육음의인일임있잘재저전절점접정제조족종좋주중즉증지직진질집차참처천철첫청체초최추출충치친침카크타통트특파판편평포표품프필하학함합해행향허현형호화확환회후감사문의드립니다합니다안녕하세요김철수영희민준최강윤임조홍길동박이장",
  },
];
