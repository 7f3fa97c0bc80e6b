import type { Texts } from '../catalogue.ts';

export const values: Texts['values'] = {
  payment: {
    Successful: 'విజయవంతం',
    Failed: 'విఫలం',
    Refunded: 'తిరిగి చెల్లించారు',
    Exempted: 'మినహాయింపు',
    'Alternate arrangements made': 'ప్రత్యామ్నాయ ఏర్పాటు',
    Sponsored: 'దాత సాయం',
  },
  registration: {
    Registered: 'రిజిస్టరయ్యారు',
    'Registration failed': 'రిజిస్ట్రేషన్ విఫలం',
    Canceled: 'రద్దు',
    Completed: 'పూర్తి చేశారు',
    Memorizer: 'కంఠస్థం చేశారు',
    'Gold medalist': 'బంగారు పతకం',
    Failed: 'ఉత్తీర్ణులు కాలేదు',
    Dropped: 'మానేశారు',
  },
  language: { Telugu: 'తెలుగు', English: 'ఇంగ్లీష్', Sanskrit: 'సంస్కృతం' },
  money: {
    success: 'విజయవంతం',
    failed: 'విఫలం',
    refunded: 'తిరిగి చెల్లించారు',
    pending: 'పెండింగ్',
    created: 'మొదలైంది',
    authorized: 'అనుమతి వచ్చింది',
    processing: 'జరుగుతోంది',
    canceled: 'రద్దు',
    cancelled: 'రద్దు',
    void: 'చెల్లదు',
  },
  /** Who reads a note. */
  readers: { office: 'ఆఫీసు', teachers: 'టీచర్లు' },
  work: { 'Full time': 'పూర్తి సమయం', 'Part time': 'పాక్షిక సమయం', Volunteer: 'స్వచ్ఛంద సేవ' },
  /** Why the portal itself declared a receipt void. */
  voided: {
    'A change of the payment was undone': 'చెల్లింపులో చేసిన మార్పును వెనక్కి తీసుకున్నారు',
    'An upload changed the payment': 'అప్‌లోడ్ ఈ చెల్లింపును మార్చింది',
    'The upload was undone': 'అప్‌లోడ్‌ను వెనక్కి తీసుకున్నారు',
    'The payment service changed the payment': 'చెల్లింపు సేవ ఈ చెల్లింపును మార్చింది',
  },
};
