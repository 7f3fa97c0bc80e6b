import type { Words } from '../by-words.ts';

/** What the server says, by its English words. */
export const server: Words = {
  // Of any call.
  'Please load the page again': 'कृपया पृष्ठ को फिर से लोड करें',
  'Please check what you entered': 'कृपया भरी हुई जानकारी जाँचें',
  'The request body is not valid JSON': 'अनुरोध की सामग्री मान्य JSON नहीं है',
  'The request body is nested too deeply': 'अनुरोध की सामग्री में बहुत अधिक स्तर हैं',
  'Please select correct date': 'कृपया सही दिनांक चुनें',
  'This course already has a price for that country': 'इस पाठ्यक्रम में उस देश के लिए शुल्क पहले से है',
  'This text has too much formatting, please make it simpler': 'इस पाठ में फ़ॉर्मैटिंग बहुत अधिक है, कृपया इसे सरल करें',
  'This file cannot be used': 'यह फ़ाइल प्रयोग नहीं की जा सकती',
  'Please use https': 'कृपया https का प्रयोग करें',
  'Please sign in': 'कृपया साइन इन करें',
  'Your session has ended, please sign in again': 'आपका सत्र समाप्त हो गया है, कृपया फिर से साइन इन करें',
  'Invalid credentials': 'E-mail या पासवर्ड सही नहीं है',
  'not allowed': 'अनुमति नहीं है',
  'not allowed to delete': 'हटाने की अनुमति नहीं है',
  'Not found': 'नहीं मिला',
  'Method not allowed': 'इस विधि की अनुमति नहीं है',
  'This e-mail address already has an account': 'इस e-mail पते का खाता पहले से है',
  'This was changed in the meantime, please load it again': 'इस बीच यह बदल गया है, कृपया इसे फिर से लोड करें',
  'This was changed in the meantime, so nothing was done': 'इस बीच यह बदल गया है, इसलिए कुछ नहीं किया गया',
  'This course has only {weeks} weeks': 'इस पाठ्यक्रम में केवल {weeks} सप्ताह हैं',
  'The same request is still being worked on': 'इसी अनुरोध पर अभी काम चल रहा है',
  'This is still in use': 'यह अभी प्रयोग में है',
  'This course type already exists': 'पाठ्यक्रम का यह प्रकार पहले से है',
  'Students are still in this class': 'इस कक्षा में अभी विद्यार्थी हैं',
  'This course already has a class of that name': 'इस पाठ्यक्रम में इस नाम की कक्षा पहले से है',
  'This homework has already been decided': 'इस गृहकार्य पर निर्णय पहले ही हो चुका है',
  'Somebody else marked this roll otherwise in the meantime': 'इस बीच किसी और ने यह हाज़िरी भिन्न रूप से दर्ज की है',
  'Somebody in this roll was not in the class on that day': 'इस हाज़िरी में कोई ऐसा है जो उस दिन कक्षा में नहीं था',
  'This event is canceled': 'यह कार्यक्रम रद्द है',
  'This event has changed in the meantime': 'इस बीच यह कार्यक्रम बदल गया है',
  'This query type already exists': 'पूछताछ का यह प्रकार पहले से है',
  'This class already meets at that time': 'यह कक्षा उस समय पहले से होती है',
  'This class already has a teacher': 'इस कक्षा के शिक्षक पहले से हैं',
  'This teacher already teaches at that time': 'ये शिक्षक उस समय पहले से पढ़ाते हैं',
  'Associate the teacher with the course first': 'पहले शिक्षक को पाठ्यक्रम से संबद्ध करें',
  'Something changed since the check, please look at it again': 'जाँच के बाद कुछ बदल गया है, कृपया इसे फिर से देखें',
  'This upload was already undone': 'यह अपलोड पहले ही वापस लिया जा चुका है',
  'Some of these payments were changed since, so the upload cannot be undone':
    'इनमें से कुछ भुगतान बाद में बदले गए हैं, इसलिए अपलोड वापस नहीं लिया जा सकता',
  'The request is too large': 'अनुरोध बहुत बड़ा है',
  'Please send JSON': 'कृपया JSON भेजें',
  'This Idempotency-Key was used for another request':
    'यह Idempotency-Key किसी अन्य अनुरोध के लिए प्रयोग हो चुकी है',
  'Too many requests, please wait a moment': 'बहुत अधिक अनुरोध, कृपया कुछ क्षण प्रतीक्षा करें',
  'Something went wrong': 'कुछ गड़बड़ हो गई',
  'Not built yet': 'अभी नहीं बना है',
  'The portal is busy, please try again': 'पोर्टल व्यस्त है, कृपया पुनः प्रयास करें',
  'The request took too long': 'अनुरोध में बहुत अधिक समय लगा',
  'The request could not be read': 'अनुरोध पढ़ा नहीं जा सका',
  failed: 'विफल',

  // Accounts.
  'link expired': 'लिंक की अवधि समाप्त हो गई है',
  'please enter registered email id': 'कृपया पंजीकृत e-mail पता भरें',
  'We have sent the OTP to your email': 'हमने आपके e-mail पर OTP भेज दिया है',
  'Invitation required': 'आमंत्रण आवश्यक है',
  'Email already exists': 'यह e-mail पहले से मौजूद है',
  'Password should be 8 characters with at least 1 (Capital Letter, Numeric, Special Character)':
    'पासवर्ड कम से कम 8 चिह्नों का हो, जिसमें कम से कम 1 बड़ा (कैपिटल) अक्षर, 1 अंक और 1 विशेष चिह्न हो',
  'Password must have at least 1 number, 1 alphabet, 1 special character':
    'पासवर्ड में कम से कम 1 अंक, 1 अक्षर और 1 विशेष चिह्न होना चाहिए',
  'This password is too easy to guess, please choose another':
    'इस पासवर्ड का अनुमान लगाना बहुत आसान है, कृपया कोई दूसरा चुनें',
  'Password and Confirm password should be same': 'पासवर्ड और उसकी पुष्टि समान होनी चाहिए',
  'Invalid OTP': 'OTP मान्य नहीं है',
  'This code or link has expired, please start again':
    'इस कोड या लिंक की अवधि समाप्त हो गई है, कृपया फिर से आरंभ करें',
  'This was already undone': 'यह पहले ही वापस लिया जा चुका है',
  'This can no longer be undone, it is more than 30 days old':
    'यह 30 दिन से पुराना है, अब वापस नहीं लिया जा सकता',
  'This was changed since, so it cannot be undone': 'यह इसके बाद बदला गया, इसलिए वापस नहीं लिया जा सकता',
  'This cannot be undone': 'इसे वापस नहीं लिया जा सकता',
  'The password is not right': 'पासवर्ड सही नहीं है',
  'The old password is not right': 'पुराना पासवर्ड सही नहीं है',
  'Please choose a password you have not used until now': 'कृपया ऐसा पासवर्ड चुनें जो आपने अब तक प्रयोग न किया हो',
  'Too many wrong passwords, please wait a few minutes': 'बहुत अधिक ग़लत पासवर्ड, कृपया कुछ मिनट प्रतीक्षा करें',
  'You still teach a class; another teacher has to take it over first':
    'आप अभी एक कक्षा पढ़ाते हैं; पहले किसी अन्य शिक्षक को उसे सँभालना होगा',
  'You still run a course; another course admin has to take it over first':
    'आप अभी एक पाठ्यक्रम चलाते हैं; पहले किसी अन्य पाठ्यक्रम प्रशासक को उसे सँभालना होगा',
  'Somebody decided this request already, please load it again':
    'इस अनुरोध पर निर्णय पहले ही हो चुका है, कृपया इसे फिर से लोड करें',
  'This request cannot be carried out, please decline it':
    'यह अनुरोध पूरा नहीं किया जा सकता, कृपया इसे अस्वीकार करें',
  'This person still teaches a class; another teacher has to take it over first':
    'ये अभी एक कक्षा पढ़ाते हैं; पहले किसी अन्य शिक्षक को उसे सँभालना होगा',
  'This person still runs a course; another course admin has to take it over first':
    'ये अभी एक पाठ्यक्रम चलाते हैं; पहले किसी अन्य पाठ्यक्रम प्रशासक को उसे सँभालना होगा',
  'This person holds no second role any more': 'अब इनके पास दूसरी भूमिका नहीं है',
  'Please enter a date that is not in the future': 'कृपया ऐसा दिनांक दें जो भविष्य का न हो',
  'A course still has this type; give it another one first':
    'किसी पाठ्यक्रम में अभी यह प्रकार है; पहले उसे दूसरा प्रकार दें',
  'Course types are changed by account admins, and by course admins who are so by their main role':
    'पाठ्यक्रम प्रकार खाता प्रशासक बदलते हैं, और वे पाठ्यक्रम प्रशासक जिनकी यह मुख्य भूमिका है',

  // Attendance.
  'Attendence already submited': 'उपस्थिति पहले ही जमा की जा चुकी है',
  'A student is named twice': 'एक विद्यार्थी दो बार दिया गया है',
  'One class and one date at a time': 'एक बार में एक कक्षा और एक दिनांक',

  // Courses, classes and people.
  'Course published': 'पाठ्यक्रम प्रकाशित हुआ',
  'Course unpublished': 'पाठ्यक्रम अप्रकाशित किया गया',
  'Course announced as coming soon': 'पाठ्यक्रम “शीघ्र आ रहा है” के रूप में घोषित हुआ',
  'Registration opened': 'पंजीकरण खोला गया',
  'Registration closed': 'पंजीकरण बंद किया गया',
  'Course type added': 'पाठ्यक्रम का प्रकार जोड़ा गया',
  'Course type updated': 'पाठ्यक्रम का प्रकार अद्यतन हुआ',
  'Course type deleted': 'पाठ्यक्रम का प्रकार हटाया गया',
  'Please enter a type': 'कृपया प्रकार भरें',
  'This type is no longer there': 'यह प्रकार अब नहीं है',
  'Please enter one e-mail address': 'कृपया एक e-mail पता भरें',
  'Please Select Other Teacher': 'कृपया कोई दूसरा शिक्षक चुनें',
  'This teacher still teaches a class of this course': 'ये शिक्षक अभी इस पाठ्यक्रम की एक कक्षा पढ़ाते हैं',
  'Teacher associated': 'शिक्षक संबद्ध किए गए',
  'Teacher unassociated': 'शिक्षक की संबद्धता हटाई गई',

  // Students.
  'Student is not associated to any course': 'विद्यार्थी किसी पाठ्यक्रम से संबद्ध नहीं है',
  'Course and class have been updated': 'पाठ्यक्रम और कक्षा अद्यतन हो गए हैं',
  'The student already has this course and class': 'विद्यार्थी पहले से इसी पाठ्यक्रम और कक्षा में है',
  'The student is already in this course': 'विद्यार्थी पहले से इस पाठ्यक्रम में है',
  'The student is in several courses, please choose the one to change':
    'विद्यार्थी कई पाठ्यक्रमों में है, कृपया वह चुनें जिसे बदलना है',
  'This class is full': 'यह कक्षा भर चुकी है',

  // Events.
  'Event name required': 'कार्यक्रम का नाम आवश्यक है',
  'course name required': 'पाठ्यक्रम का नाम आवश्यक है',
  'Meeting link is required': 'बैठक का लिंक आवश्यक है',
  'event date is required': 'कार्यक्रम का दिनांक आवश्यक है',
  'Start time is required': 'आरंभ समय आवश्यक है',
  'end time is required': 'समाप्ति समय आवश्यक है',
  'end time should be different': 'समाप्ति समय आरंभ समय से भिन्न होना चाहिए',
  'Start and end have to be on the date of the event': 'आरंभ और समाप्ति कार्यक्रम के दिनांक को ही होने चाहिए',
  'Event updated': 'कार्यक्रम अद्यतन हुआ',
  'Event published': 'कार्यक्रम प्रकाशित हुआ',
  'Event published, the mails to the students are on their way':
    'कार्यक्रम प्रकाशित हुआ, विद्यार्थियों को e-mail भेजे जा रहे हैं',
  'Event published, there was nobody to send a mail to': 'कार्यक्रम प्रकाशित हुआ, e-mail भेजने के लिए कोई नहीं था',
  'Event published without mails, since it is over': 'कार्यक्रम बिना e-mail के प्रकाशित हुआ, क्योंकि वह हो चुका है',
  'Event canceled': 'कार्यक्रम रद्द हुआ',
  'Event canceled, whoever had been informed is told by mail':
    'कार्यक्रम रद्द हुआ, जिन्हें सूचना दी गई थी उन्हें e-mail से बताया जा रहा है',
  'Event canceled, everybody who was informed or is registered is told by mail':
    'कार्यक्रम रद्द हुआ, जिन्हें सूचना दी गई थी और जो पंजीकृत हैं उन सबको e-mail से बताया जा रहा है',
  'Event updated, the mails about the change are on their way':
    'कार्यक्रम सहेजा गया, बदलाव के बारे में e-mail भेजे जा रहे हैं',
  'The mails to the students are on their way': 'विद्यार्थियों को e-mail भेजे जा रहे हैं',
  'Everybody has a mail already': 'सभी को पहले ही e-mail भेजा जा चुका है',
  'No mails, since the event is over': 'कोई e-mail नहीं भेजा गया, क्योंकि कार्यक्रम हो चुका है',
  'Registrations opened': 'पंजीकरण खोला गया',
  'Registrations closed': 'पंजीकरण बंद किया गया',
  'No student of your courses has this e-mail address: an account admin decides':
    'आपके पाठ्यक्रमों के किसी विद्यार्थी का यह e-mail पता नहीं है: खाता प्रशासक निर्णय लेंगे',
  'No student has this e-mail address': 'इस e-mail पते का कोई विद्यार्थी नहीं है',
  'This student is already registered for this event': 'यह विद्यार्थी इस कार्यक्रम के लिए पहले से पंजीकृत है',

  // Query emails.
  'A mapping is named twice': 'एक पंक्ति दो बार दी गई है',

  // Files.
  'This link has expired, please open the page again': 'इस लिंक की अवधि समाप्त हो गई है, कृपया पृष्ठ को फिर से खोलें',
  'This upload link has expired, please choose the file again':
    'इस अपलोड लिंक की अवधि समाप्त हो गई है, कृपया फ़ाइल फिर से चुनें',
  'This is not the type of file that was announced': 'यह फ़ाइल बताए गए प्रकार की नहीं है',
  'Please upload this file first': 'कृपया पहले यह फ़ाइल अपलोड करें',
  'Please choose a JPEG, PNG, WebP or GIF picture': 'कृपया JPEG, PNG, WebP या GIF चित्र चुनें',
  'This picture is not of the type its name says': 'यह चित्र उस प्रकार का नहीं है जो इसके नाम से लगता है',
  'This picture is too large, please choose one of at most 25 megapixels':
    'यह चित्र बहुत बड़ा है, कृपया अधिकतम 25 मेगापिक्सेल का चित्र चुनें',
  'This picture is damaged and cannot be read': 'यह चित्र ख़राब है और पढ़ा नहीं जा सकता',
  'This file is not a PDF': 'यह फ़ाइल PDF नहीं है',
  'The file did not arrive, please choose it again': 'फ़ाइल नहीं पहुँची, कृपया इसे फिर से चुनें',
  'This file did not arrive as a whole, please choose it again': 'यह फ़ाइल पूरी नहीं पहुँची, कृपया इसे फिर से चुनें',
  'You have uploaded as much as a day allows, please go on tomorrow':
    'एक दिन में जितना अपलोड किया जा सकता है उतना आप कर चुके हैं, कृपया कल आगे बढ़ें',
  'This file is larger than announced': 'यह फ़ाइल बताए गए आकार से बड़ी है',

  // Rows of spreadsheets.
  'First name is missing': 'प्रथम नाम नहीं है',
  'Region is not a country': 'क्षेत्र कोई देश नहीं है',
  'E-mail is missing': 'E-mail नहीं है',
  'E-mail is not valid': 'E-mail मान्य नहीं है',
  'Course is missing': 'पाठ्यक्रम नहीं है',
  'This is a total and no payment': 'यह कुल योग है, भुगतान नहीं',
  'Name is missing': 'नाम नहीं है',
  'Phone number needs 10 digits starting with 6 to 9 (or + and a country code)':
    'फ़ोन नंबर में 6 से 9 से आरंभ होने वाले 10 अंक चाहिए (या + और देश कोड)',
  'Phone number needs 6 to 15 digits': 'फ़ोन नंबर में 6 से 15 अंक चाहिए',
  'Phone number cannot be read': 'फ़ोन नंबर पढ़ा नहीं जा सकता',
  'Date of birth is not a date like 2001-03-05 or 05-Mar-2001':
    'जन्म तिथि 2001-03-05 या 05-Mar-2001 जैसी नहीं लिखी है',
  'Gender is not male, female or others': 'लिंग male, female या others में से नहीं है',
  'Pincode is not valid': 'पिनकोड मान्य नहीं है',
  'Language is not one of Telugu, English, Sanskrit': 'भाषा Telugu, English, Sanskrit में से नहीं है',
  'There is no course of this name': 'इस नाम का कोई पाठ्यक्रम नहीं है',
  'Several courses have this name': 'इस नाम के कई पाठ्यक्रम हैं',
  'This course has no class of this name': 'इस पाठ्यक्रम में इस नाम की कोई कक्षा नहीं है',
  'Several classes of this course have this name': 'इस पाठ्यक्रम में इस नाम की कई कक्षाएँ हैं',
  'This e-mail belongs to a member of staff': 'यह e-mail किसी कर्मचारी का है',
  'Already in this course without a class: choose the class on Updating':
    'पहले से इस पाठ्यक्रम में, पर बिना कक्षा के: “अद्यतन” में कक्षा चुनें',
  'Already in another class of this course: move the student on Updating':
    'पहले से इस पाठ्यक्रम की दूसरी कक्षा में: “अद्यतन” में विद्यार्थी की कक्षा बदलें',
  'Known under another name, which is kept': 'किसी अन्य नाम से ज्ञात; वही नाम रखा जाएगा',
  'Amount is missing': 'राशि नहीं है',
  'Amount is a formula: paste it as a value': 'राशि एक सूत्र है: इसे मान के रूप में चिपकाएँ',
  'Amount cannot be read': 'राशि पढ़ी नहीं जा सकती',
  'Amount has more than two decimals': 'राशि में दशमलव के बाद दो से अधिक अंक हैं',
  'Amount is too large': 'राशि बहुत बड़ी है',
  'Status is missing': 'स्थिति नहीं है',
  'Date is missing': 'दिनांक नहीं है',
  'Date cannot be read: write it like 2026-03-05 or 05-Mar-2026':
    'दिनांक पढ़ा नहीं जा सकता: इसे 2026-03-05 या 05-Mar-2026 की तरह लिखें',
  'Date reads two ways, and the file writes its dates in both: write it like 05-Mar-2026':
    'दिनांक दो तरह से पढ़ा जा सकता है, और फ़ाइल में दोनों रीतियाँ हैं: इसे 05-Mar-2026 की तरह लिखें',
  'Date lies in the future': 'दिनांक भविष्य का है',
  'Payment id is missing': 'भुगतान ID नहीं है',
  'Payment id was shortened by the spreadsheet: format its column as text':
    'स्प्रेडशीट ने भुगतान ID को छोटा कर दिया है: उसके कॉलम का प्रारूप पाठ (text) करें',
  'This payment id is already taken': 'यह भुगतान ID पहले से प्रयोग में है',
  'This student cannot be chosen': 'यह विद्यार्थी नहीं चुना जा सकता',

  // Whose payment a row is.
  'Saved without a student before': 'पहले बिना विद्यार्थी के सहेजा गया',
  'As it was saved before': 'जैसा पहले सहेजा गया था',
  'Chosen: no student': 'चुना गया: कोई विद्यार्थी नहीं',
  'Chosen by you': 'आपके द्वारा चुना गया',
  'No student has this e-mail, phone or name': 'इस e-mail, फ़ोन या नाम का कोई विद्यार्थी नहीं है',
  'Has this e-mail': 'इनका यही e-mail है',
  'Has this phone number': 'इनका यही फ़ोन नंबर है',
  'Has this name, in this course': 'इस पाठ्यक्रम में, यही नाम है',
  'Has almost this name, in this course': 'इस पाठ्यक्रम में, लगभग यही नाम है',
  'Has a part of this name, in this course': 'इस पाठ्यक्रम में, नाम का एक भाग मिलता है',
  'The e-mail; the file gives no name': 'E-mail मिलता है; फ़ाइल में नाम नहीं है',
  'The e-mail, and the same name': 'E-mail मिलता है, और नाम भी वही है',
  'The e-mail belongs to one student, the name to another of this course':
    'E-mail एक विद्यार्थी का है, नाम इस पाठ्यक्रम के किसी दूसरे का',
  'The e-mail and the phone number; the name differs': 'E-mail और फ़ोन नंबर मिलते हैं; नाम भिन्न है',
  'The e-mail; the name differs': 'E-mail मिलता है; नाम भिन्न है',
  'The e-mail belongs to a student of another name who is not in this course':
    'E-mail किसी अन्य नाम के विद्यार्थी का है जो इस पाठ्यक्रम में नहीं है',
  'The phone number; the file gives no name': 'फ़ोन नंबर मिलता है; फ़ाइल में नाम नहीं है',
  'Only the phone number tells who it may be': 'कौन हो सकता है, यह केवल फ़ोन नंबर से पता चलता है',
  'The phone number belongs to a student of another name': 'फ़ोन नंबर किसी अन्य नाम के विद्यार्थी का है',
  'Students who share this phone number have names like this one':
    'इस फ़ोन नंबर वाले विद्यार्थियों के नाम इससे मिलते-जुलते हैं',
  'The phone number belongs to one student, the name to another of this course':
    'फ़ोन नंबर एक विद्यार्थी का है, नाम इस पाठ्यक्रम के किसी दूसरे का',
  'Several students of this course have a name like this': 'इस पाठ्यक्रम के कई विद्यार्थियों के नाम इससे मिलते-जुलते हैं',
  'Several names of this course hold a part of this one': 'इस पाठ्यक्रम के कई नामों में इस नाम का एक भाग है',
  'The only student of this course with this name': 'इस पाठ्यक्रम में इस नाम का एकमात्र विद्यार्थी',
  'The only student of this course with this name, but for a typing mistake':
    'टाइपिंग की एक भूल छोड़कर, इस पाठ्यक्रम में इस नाम का एकमात्र विद्यार्थी',
  'Only a part of the name fits a student of this course':
    'इस पाठ्यक्रम के किसी विद्यार्थी से नाम का केवल एक भाग मिलता है',
  'E-mail and phone number belong to different students': 'E-mail और फ़ोन नंबर अलग-अलग विद्यार्थियों के हैं',
  'A student of this course has a name like this, but another e-mail or phone number':
    'इस पाठ्यक्रम के एक विद्यार्थी का नाम इससे मिलता-जुलता है, पर e-mail या फ़ोन नंबर भिन्न है',
  'The phone number and the same name': 'फ़ोन नंबर मिलता है, और नाम भी वही है',
  'In this course with the same name, and almost the same e-mail': 'इस पाठ्यक्रम में, वही नाम और लगभग वही e-mail',
  'In this course with the same name, and almost the same phone number':
    'इस पाठ्यक्रम में, वही नाम और लगभग वही फ़ोन नंबर',
  'The e-mail, and the same name but for a typing mistake':
    'E-mail मिलता है, और टाइपिंग की एक भूल छोड़कर नाम भी वही है',
  'The phone number and the same name but for a typing mistake':
    'फ़ोन नंबर मिलता है, और टाइपिंग की एक भूल छोड़कर नाम भी वही है',
  'In this course with the same name but for a typing mistake, and almost the same e-mail':
    'इस पाठ्यक्रम में, टाइपिंग की एक भूल छोड़कर वही नाम, और लगभग वही e-mail',
  'In this course with the same name but for a typing mistake, and almost the same phone number':
    'इस पाठ्यक्रम में, टाइपिंग की एक भूल छोड़कर वही नाम, और लगभग वही फ़ोन नंबर',
  'The e-mail, and the same name but for typing mistakes':
    'E-mail मिलता है, और टाइपिंग की भूलें छोड़कर नाम भी वही है',
  'The phone number and the same name but for typing mistakes':
    'फ़ोन नंबर मिलता है, और टाइपिंग की भूलें छोड़कर नाम भी वही है',
  'In this course with the same name but for typing mistakes, and almost the same e-mail':
    'इस पाठ्यक्रम में, टाइपिंग की भूलें छोड़कर वही नाम, और लगभग वही e-mail',
  'In this course with the same name but for typing mistakes, and almost the same phone number':
    'इस पाठ्यक्रम में, टाइपिंग की भूलें छोड़कर वही नाम, और लगभग वही फ़ोन नंबर',
  'The e-mail, and a shorter form of the name': 'E-mail मिलता है, और नाम का छोटा रूप',
  'The phone number and a shorter form of the name': 'फ़ोन नंबर मिलता है, और नाम का छोटा रूप',

  // With numbers and names in them, and the words that may fill their holes.
  '{column} is missing': '{column} नहीं है',
  '{column} may hold letters, blanks, apostrophes, hyphens and dots':
    '{column} में केवल अक्षर, रिक्त स्थान, एपॉस्ट्रॉफ़ी, हाइफ़न और बिंदु हो सकते हैं',
  '{column} is longer than {most} characters': '{column} {most} अक्षरों से लंबा है',
  '{column} contains characters that cannot be printed': '{column} में ऐसे अक्षर हैं जो छापे नहीं जा सकते',
  '{column} is a formula: paste it as a value': '{column} में फ़ॉर्मूला है: उसे मान के रूप में पेस्ट करें',
  'Language is not one of {languages}': 'भाषा इनमें से नहीं है: {languages}',
  'The same as row {row}': 'पंक्ति {row} जैसा ही',
  'Row {row} has the same payment id and says something else': 'पंक्ति {row} में यही भुगतान ID है, पर विवरण अलग है',
  'Row {row} puts the same student into another class of this course':
    'पंक्ति {row} इसी विद्यार्थी को इस पाठ्यक्रम की दूसरी कक्षा में रखती है',
  'The same e-mail has another name in row {row}': 'पंक्ति {row} में इसी e-mail के साथ दूसरा नाम है',
  'Status "{status}" is not known: write success, failed, pending, canceled or refunded':
    'स्थिति “{status}” ज्ञात नहीं है: success, failed, pending, canceled या refunded लिखें',
  'Status "{status}" counts as {counted}': 'स्थिति “{status}” को {counted} माना जाएगा',
  'The e-mail, and {fit}': 'E-mail मिलता है; {fit}',
  'The phone number and {fit}': 'फ़ोन नंबर मिलता है; {fit}',
  'The phone number, which {count} students share, and {fit}':
    'फ़ोन नंबर मिलता है, जो {count} विद्यार्थियों का है; {fit}',
  'In this course with {fit}, and {near}': 'इस पाठ्यक्रम में है: {fit}, {near}',
  'the same name': 'वही नाम',
  'the same name but for a typing mistake': 'टाइपिंग की एक ग़लती छोड़कर वही नाम',
  'the same name but for typing mistakes': 'टाइपिंग की ग़लतियाँ छोड़कर वही नाम',
  'a shorter form of the name': 'नाम का छोटा रूप',
  'almost the same e-mail': 'लगभग वही e-mail',
  'almost the same phone number': 'लगभग वही फ़ोन नंबर',
  'At most {days} days at once': 'एक बार में अधिक से अधिक {days} दिन',
  '{person} has already {decision} this homework': '{person} ने यह गृहकार्य पहले ही {decision} कर दिया है',
  Somebody: 'किसी',
  accepted: 'स्वीकार',
  rejected: 'अस्वीकार',
  '{problem} (row {rows})': '{problem} (पंक्ति {rows})',
  'First name': 'प्रथम नाम',
  'Last name': 'उपनाम',
  Name: 'नाम',
  'E-mail': 'E-mail',
  'Phone number': 'फ़ोन नंबर',
  Course: 'पाठ्यक्रम',
  Class: 'कक्षा',
  Gender: 'लिंग',
  'Date of birth': 'जन्म तिथि',
  Address: 'पता',
  City: 'शहर',
  State: 'राज्य',
  Country: 'देश',
  Region: 'क्षेत्र',
  Pincode: 'पिनकोड',
  Language: 'भाषा',
  'Payment id': 'भुगतान ID',
  Date: 'तारीख़',
  Amount: 'राशि',
  Status: 'स्थिति',

  // What schemas say of a field.
  'This is missing': 'यह नहीं दिया गया',
  'Please fill this in': 'कृपया इसे भरें',
  'Please enter text': 'कृपया शब्दों में लिखें',
  'Please enter a number': 'कृपया संख्या दर्ज करें',
  'Please enter a whole number': 'कृपया पूर्ण संख्या दर्ज करें',
  'Please enter true or false': 'कृपया हाँ या नहीं (true, false) दर्ज करें',
  'Please send a list': 'कृपया सूची भेजें',
  'Please send an object': 'कृपया वस्तु (object) भेजें',
  'Please give the id, a whole number above 0': 'कृपया ID दें: 0 से बड़ी पूर्ण संख्या',
  'Please keep it to one line': 'कृपया एक ही पंक्ति में लिखें',
  'Please enter a date that exists, such as {date}': 'कृपया ऐसी तारीख़ दर्ज करें जो होती हो, जैसे {date}',
  'Please enter a date with its time, such as {moment}': 'कृपया तारीख़ और समय दर्ज करें, जैसे {moment}',
  'Please enter a time of day, such as {time}': 'कृपया समय दर्ज करें, जैसे {time}',
  'Please enter an amount, such as {amount}': 'कृपया राशि दर्ज करें, जैसे {amount}',
  'Please enter an address that begins with https://': 'कृपया https:// से शुरू होने वाला पता दर्ज करें',
  'At least {count}': 'कम से कम {count}',
  'At most {count}': 'अधिकतम {count}',
  '{count} character': '{count} अक्षर',
  '{count} characters': '{count} अक्षर',
  '{count} entry': '{count} प्रविष्टि',
  '{count} entries': '{count} प्रविष्टियाँ',
  'This cannot be chosen': 'इसे नहीं चुना जा सकता',
  'This is not known': 'यह ज्ञात नहीं है',
  'This is not written as it should be': 'लिखने का ढंग ठीक नहीं है',
};
