/** Names and places of the demo provider's people, by where they live. */

export interface Place {
  readonly city: string;
  readonly state: string;
  readonly pincode: string;
  readonly timezone: string;
}

export interface Land {
  /** Spelled as in the portal's country table. */
  readonly country: string;
  readonly weight: number;
  readonly men: readonly string[];
  readonly women: readonly string[];
  readonly surnames: readonly string[];
  readonly places: readonly Place[];
  readonly streets: readonly string[];
  /** Number ranges reserved for fiction where a country has them; `#` stands for a digit. */
  readonly phone: string;
}

const words = (text: string) => text.split(/\s+/).filter(Boolean);

const indianMen = words(`
  Aarav Aditya Ajay Akhil Anand Aravind Arjun Ashwin Bharat Chaitanya Charan Deepak Dhruv Ganesh Girish Gopal Govind
  Hari Harsha Ishaan Karthik Kiran Krishna Madhav Mahesh Manoj Mohan Mukund Nagarjuna Narasimha Nikhil Pranav Prasad
  Raghav Rajesh Rakesh Ravi Rohan Sachin Sandeep Sanjay Satish Shankar Shreyas Srinivas Suresh Tejas Uday Varun Venkat
  Vijay Vikram Vishnu Yash`);
const indianWomen = words(`
  Aishwarya Akshara Amrita Ananya Anjali Anusha Aparna Archana Bhavani Chitra Deepika Devika Divya Gayatri Geetha
  Haritha Indira Ishita Janaki Jyothi Kalyani Kavitha Keerthi Lakshmi Lalitha Madhavi Malathi Meenakshi Meera Nandini
  Nithya Padma Parvati Pooja Priya Radha Ramya Rohini Sahana Saraswati Savitri Shreya Sita Sneha Sowmya Sravani Sudha
  Swathi Tulasi Uma Vaishnavi Vani Vasudha Yamini`);
const indianSurnames = words(`
  Acharya Agarwal Ayyar Banerjee Bhat Bhattacharya Chaturvedi Chowdary Deshpande Dikshit Dwivedi Gokhale Gupta Hegde
  Iyengar Iyer Jha Joshi Kamath Kulkarni Kumar Menon Mishra Mukherjee Murthy Nair Namboodiri Naidu Pai Pandey Pandit
  Patel Patil Pillai Prabhu Raju Rao Reddy Sarma Sastry Shah Sharma Shenoy Shukla Singh Somayaji Subramanian Tripathi
  Trivedi Varma Vyas Yadav`);

const indianPlaces: readonly Place[] = [
  { city: 'Hyderabad', state: 'Telangana', pincode: '500034', timezone: 'Asia/Kolkata' },
  { city: 'Warangal', state: 'Telangana', pincode: '506002', timezone: 'Asia/Kolkata' },
  { city: 'Vijayawada', state: 'Andhra Pradesh', pincode: '520010', timezone: 'Asia/Kolkata' },
  { city: 'Visakhapatnam', state: 'Andhra Pradesh', pincode: '530016', timezone: 'Asia/Kolkata' },
  { city: 'Tirupati', state: 'Andhra Pradesh', pincode: '517501', timezone: 'Asia/Kolkata' },
  { city: 'Bengaluru', state: 'Karnataka', pincode: '560004', timezone: 'Asia/Kolkata' },
  { city: 'Mysuru', state: 'Karnataka', pincode: '570001', timezone: 'Asia/Kolkata' },
  { city: 'Udupi', state: 'Karnataka', pincode: '576101', timezone: 'Asia/Kolkata' },
  { city: 'Chennai', state: 'Tamil Nadu', pincode: '600004', timezone: 'Asia/Kolkata' },
  { city: 'Kumbakonam', state: 'Tamil Nadu', pincode: '612001', timezone: 'Asia/Kolkata' },
  { city: 'Thrissur', state: 'Kerala', pincode: '680001', timezone: 'Asia/Kolkata' },
  { city: 'Pune', state: 'Maharashtra', pincode: '411030', timezone: 'Asia/Kolkata' },
  { city: 'Mumbai', state: 'Maharashtra', pincode: '400028', timezone: 'Asia/Kolkata' },
  { city: 'Ahmedabad', state: 'Gujarat', pincode: '380006', timezone: 'Asia/Kolkata' },
  { city: 'Varanasi', state: 'Uttar Pradesh', pincode: '221005', timezone: 'Asia/Kolkata' },
  { city: 'New Delhi', state: 'Delhi', pincode: '110016', timezone: 'Asia/Kolkata' },
  { city: 'Kolkata', state: 'West Bengal', pincode: '700029', timezone: 'Asia/Kolkata' },
  { city: 'Puri', state: 'Odisha', pincode: '752001', timezone: 'Asia/Kolkata' },
];
const indianStreets = [
  'Temple Street',
  'Gandhi Road',
  'Car Street',
  'Agraharam',
  'MG Road',
  'Tank Bund Road',
  'Sannidhi Street',
];

// Families of the diaspora have Indian names, their neighbours other ones.
const abroad = <T>(indian: readonly T[], local: readonly T[]) => [
  ...indian.filter((_, index) => index % 2 === 0),
  ...local,
];

export const lands: readonly Land[] = [
  {
    country: 'India',
    weight: 56,
    men: indianMen,
    women: indianWomen,
    surnames: indianSurnames,
    places: indianPlaces,
    streets: indianStreets,
    phone: '69999#####',
  },
  {
    country: 'United States',
    weight: 21,
    men: abroad(indianMen, words('James Michael Daniel Ethan Ryan Tyler Joshua Andrew Caleb Noah')),
    women: abroad(indianWomen, words('Emily Sarah Jessica Hannah Rachel Grace Olivia Megan Laura Abigail')),
    surnames: abroad(
      indianSurnames,
      words("Anderson Miller Johnson Williams Davis Garcia Martinez Thompson O'Connor Nguyen"),
    ),
    places: [
      { city: 'Edison', state: 'New Jersey', pincode: '08817', timezone: 'America/New_York' },
      { city: 'Boston', state: 'Massachusetts', pincode: '02116', timezone: 'America/New_York' },
      { city: 'Atlanta', state: 'Georgia', pincode: '30303', timezone: 'America/New_York' },
      { city: 'Naperville', state: 'Illinois', pincode: '60540', timezone: 'America/Chicago' },
      { city: 'Houston', state: 'Texas', pincode: '77002', timezone: 'America/Chicago' },
      { city: 'Dallas', state: 'Texas', pincode: '75201', timezone: 'America/Chicago' },
      { city: 'Denver', state: 'Colorado', pincode: '80202', timezone: 'America/Denver' },
      { city: 'Fremont', state: 'California', pincode: '94538', timezone: 'America/Los_Angeles' },
      { city: 'San Jose', state: 'California', pincode: '95112', timezone: 'America/Los_Angeles' },
      { city: 'Seattle', state: 'Washington', pincode: '98101', timezone: 'America/Los_Angeles' },
      { city: 'Anchorage', state: 'Alaska', pincode: '99501', timezone: 'America/Anchorage' },
      { city: 'Honolulu', state: 'Hawaii', pincode: '96813', timezone: 'Pacific/Honolulu' },
    ],
    streets: ['Maple Avenue', 'Oak Street', 'Lincoln Drive', 'Cedar Lane', 'Main Street'],
    phone: '+1 212 555 01##',
  },
  {
    country: 'United Kingdom',
    weight: 11,
    men: abroad(indianMen, words('Oliver George Harry Thomas William Edward Alfie Callum')),
    women: abroad(indianWomen, words('Charlotte Amelia Isla Eleanor Florence Zoë Imogen Freya')),
    surnames: abroad(indianSurnames, words("Smith Jones Taylor Brown Evans Wright O'Brien Campbell Hughes")),
    places: [
      { city: 'Harrow', state: 'England', pincode: 'HA1 2RZ', timezone: 'Europe/London' },
      { city: 'Leicester', state: 'England', pincode: 'LE1 5PJ', timezone: 'Europe/London' },
      { city: 'Birmingham', state: 'England', pincode: 'B1 1BB', timezone: 'Europe/London' },
      { city: 'Manchester', state: 'England', pincode: 'M2 5DB', timezone: 'Europe/London' },
      { city: 'Edinburgh', state: 'Scotland', pincode: 'EH1 1YZ', timezone: 'Europe/London' },
      { city: 'Cardiff', state: 'Wales', pincode: 'CF10 1EP', timezone: 'Europe/London' },
    ],
    streets: ['High Street', 'Church Lane', 'Station Road', 'Victoria Road', 'Belgrave Road'],
    phone: '+44 7700 900###',
  },
  {
    country: 'Australia',
    weight: 4,
    men: abroad(indianMen, words('Lachlan Jack Cooper Liam')),
    women: abroad(indianWomen, words('Matilda Ruby Chloe Sienna')),
    surnames: abroad(indianSurnames, words('Walker Kelly Murphy Campbell')),
    places: [
      { city: 'Parramatta', state: 'New South Wales', pincode: '2150', timezone: 'Australia/Sydney' },
      { city: 'Melbourne', state: 'Victoria', pincode: '3000', timezone: 'Australia/Melbourne' },
    ],
    streets: ['George Street', 'Wattle Grove', 'Collins Street'],
    phone: '+61 491 570 1##',
  },
  {
    country: 'Canada',
    weight: 3,
    men: abroad(indianMen, words('Liam Benjamin Félix Nathan')),
    women: abroad(indianWomen, words('Chloé Emma Sophie Maëlle')),
    surnames: abroad(indianSurnames, words('Tremblay Roy Gagnon MacDonald')),
    places: [
      { city: 'Brampton', state: 'Ontario', pincode: 'L6Y 4R2', timezone: 'America/Toronto' },
      { city: 'Montréal', state: 'Québec', pincode: 'H2Y 1C6', timezone: 'America/Toronto' },
      { city: 'Surrey', state: 'British Columbia', pincode: 'V3T 4X3', timezone: 'America/Vancouver' },
    ],
    streets: ['King Street', 'Rue Saint-Denis', 'Queen Street'],
    phone: '+1 416 555 01##',
  },
  {
    country: 'Singapore',
    weight: 2,
    men: abroad(indianMen, words('Wei Jun Marcus Jayden')),
    women: abroad(indianWomen, words('Mei Hui Rachel Xin')),
    surnames: abroad(indianSurnames, words('Tan Lim Ng Wong')),
    places: [{ city: 'Singapore', state: '', pincode: '238823', timezone: 'Asia/Singapore' }],
    streets: ['Serangoon Road', 'Race Course Road', 'Ceylon Road'],
    phone: '+65 9000 0###',
  },
  {
    country: 'United Arab Emirates',
    weight: 2,
    men: indianMen,
    women: indianWomen,
    surnames: indianSurnames,
    places: [{ city: 'Dubai', state: 'Dubai', pincode: '', timezone: 'Asia/Dubai' }],
    streets: ['Al Fahidi Street', 'Al Karama Road'],
    phone: '+971 50 000 0###',
  },
  {
    country: 'Germany',
    weight: 1,
    men: words('Lukas Jürgen Felix Matthias Björn'),
    women: words('Käthe Greta Anneliese Johanna Sabine'),
    surnames: words('Müller Schröder Weiß Köhler Lange'),
    places: [
      { city: 'Berlin', state: 'Berlin', pincode: '10115', timezone: 'Europe/Berlin' },
      { city: 'München', state: 'Bayern', pincode: '80331', timezone: 'Europe/Berlin' },
    ],
    streets: ['Gartenstraße', 'Lindenweg'],
    phone: '+49 30 23125 ###',
  },
];

/** A name as it appears in an email address: plain letters of the first word. */
export const plainLetters = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase();
