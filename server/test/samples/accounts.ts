import { demoPassword } from '#server/test/app.ts';
import { nothing } from '#server/test/planted-school.ts';
import { inputOf, newAddress } from './sample.ts';
import type { Sample, SamplesOf } from './sample.ts';

/** An invitation that was sent to the new address of this word. */
const invited: NonNullable<Sample['extra']> = async ({ invite, word }) => {
  const own = await invite(newAddress(word));
  return { own, far: own, missing: 'x'.repeat(43) };
};

export const accounts: SamplesOf<'accounts'> = {
  'accounts.login': inputOf((o) => ({
    email_id: o.teacherEmail,
    password: demoPassword,
    flag: 'teacher',
    remember: 0,
  })),
  'accounts.act_as': inputOf((_, { role }) => ({ role })),
  'accounts.invite': inputOf((_, { word }) => ({ email_id: newAddress(word), role: 'teacher', user_id: 0 })),
  'accounts.getinviting': inputOf((_, { extra: hash_id }) => ({ hash_id }), { extra: invited }),
  'accounts.registration': inputOf(
    (_, { word, extra: hash_id }) => ({
      email_id: newAddress(word),
      password: 'Quiet-River-7',
      cpassword: 'Quiet-River-7',
      first_name: 'Asha',
      last_name: 'Rao',
      role: 'teacher',
      phone_number: null,
      hash_id,
    }),
    { extra: invited },
  ),
  'accounts.forgetPassword_otp_send': inputOf((o) => ({ email_id: o.teacherEmail })),
  'accounts.forgetPassword_otp_verify': inputOf((o) => ({
    email_id: o.teacherEmail,
    otp: 'c_x',
    code: '1234',
  })),
  'accounts.changepassword_otp': inputOf((o) => ({
    email_id: o.teacherEmail,
    new_password: demoPassword,
    otp: 'g_x',
  })),
  'accounts.change_password': inputOf((_, { me }) => ({
    old_password: demoPassword,
    new_password: 'Tabla#Veena4',
    user_id: me,
    end_keys: [nothing],
  })),
  'accounts.send_reset_link': inputOf((o) => ({ uid: o.teacher })),
  'accounts.ask_email_change': inputOf((o, { word }) => ({ uid: o.teacher, email_id: newAddress(word) })),
  'accounts.withdraw_email_change': inputOf((o) => ({ uid: o.teacher }), { mayBeIdle: true }),
  'accounts.decide_email_change': inputOf(() => ({ secret: 'c_x', decision: 'confirmed' })),
  'accounts.get_sessions': inputOf((o) => ({ uid: o.self })),
  'accounts.end_sessions': inputOf((o) => ({
    uid: o.self,
    session_id: '',
    password: demoPassword,
    end_keys: [nothing],
  })),
  'accounts.get_user_details': inputOf((o) => ({ uid: o.self })),
  'accounts.get_user_profile': inputOf((o) => ({ uid: o.self })),
  'accounts.update_profile': inputOf((_, { me }) => ({
    user_id: me,
    first_name: 'Asha',
    last_name: 'Rao',
    gender: 'female',
    phone_number: '9876543210',
    description: '<p>Teaches</p>',
    city: 'Pune',
    state: 'Maharashtra',
    region: 'India',
    dob: '1990-01-01',
    address: '1 Temple Road',
    pincode: '411001',
    image: null,
  })),
  'accounts.save_own_name': inputOf(() => ({ name: 'Asha Rao' })),
  'accounts.update_user_preference_admin': inputOf((o, { me }) => ({
    user_id: o.student,
    user_id1: me,
    preference_name: 'Language',
    preference_value: 'Telugu',
    flag: 1,
  })),
  'accounts.switch_role': inputOf((_, { role, me }) => ({
    user_id: me,
    role: role === 'teacher' ? 'courseadmin' : 'teacher',
  })),
  'accounts.release_codes': inputOf(() => ({}), { mayBeIdle: true }),
};
